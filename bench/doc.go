// Command bench measures curtsy beside a bare client and Colly, each as a process of its
// own, in turn, in one run: what is compared is the CPU time of the process, which a
// shared machine disturbs least. It is a module of its own, so that what it measures
// against is no dependency of curtsy.
//
//	bench raw       CPU seconds per 1,000 pages, politeness off (loopback)
//	bench polite    time of a polite run against the ideal, and every gap at the sites
//	bench reading   pages a second per core and allocations, beside goquery for links and title
//	bench memory    the most memory that reading a page of 16 MiB takes, by kind of page
//
// The last two need no sites: they read pages made on the spot.
//
// The sites are one process of their own on 127.0.0.0/8, with robots.txt, pages of 22 KB
// (gzip on the wire), links, a title and JSON-LD.
package main
