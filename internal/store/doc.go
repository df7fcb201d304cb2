// Package store keeps what must outlive a process in one home directory: who was asked when, what each site asked for, and robots.txt copies.
//
// In: a home directory. Out: a [Store], whose [Ledger] lends sites between every
// process that opens the same home, and whose [Copies] keep robots.txt files.
//
// Two things together make a ledger. The database curtsy.db (SQLite, WAL) remembers
// accounts; the lock files say who holds a site now. A lock belongs to an open file
// and not to a row, so the system frees it the instant its process dies, however it
// dies, and keeps it while its process is only stopped. What a lock cannot tell, the
// row does: a request that began and did not end.
//
// Invariants:
//
//   - Only one holder of a site in all stores on one home, in one process or many, and
//     at most two with a share of one name.
//   - What a turn's end recorded is there after kill -9; a longer Retry-After, and the
//     operator's word, are also there after a loss of power.
//   - A row that cannot be read is an error that names its site, and is left as it is;
//     a number in it that cannot be true is drawn to the nearest that can.
//   - The schema only moves forward; a newer one, or a damaged file, is refused with
//     the file's name and left as it is.
//
// The home must be on a local disk: locks and the shared memory of WAL do not work
// across machines. The lock files must not be removed while a process runs.
//
// The package judges nothing: when a site may be asked is for package gate to say,
// and how long a copy is good for package permit.
package store
