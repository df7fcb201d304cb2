package read

import (
	"bytes"
	"strings"

	"curtsy/address"
)

// Bounds on the links of one page. References past the last are not looked at,
// so that a page of nothing but links costs no more than a large page.
const (
	MaxLinks      = 5000
	maxLinkOctets = 4 << 20 // of their addresses: a long base makes each of them long
	maxReferences = 4 * MaxLinks
)

// A Rel is what a link's rel says of following it.
type Rel uint8

// What a rel may say. Only NoFollow keeps a crawl from following the link.
const (
	NoFollow Rel = 1 << iota
	UGC
	Sponsored
)

// A Link is one address a page links to.
type Link struct {
	Address address.Address
	Rel     Rel  // what every link of the page to this address is marked with
	File    bool // its path ends like that of a file that holds no links to read
	Refresh bool // only a meta refresh names it
}

// Followable says whether a crawl may follow it, if its page lets it.
func (l *Link) Followable() bool { return l.Rel&NoFollow == 0 && !l.File }

// A reference is a link as written.
type reference struct {
	text    string
	rel     Rel
	refresh bool
}

func relOf(value []byte) (rel Rel) {
	for word := range bytes.FieldsSeq(value) {
		switch {
		case bytes.EqualFold(word, []byte("nofollow")):
			rel |= NoFollow
		case bytes.EqualFold(word, []byte("ugc")):
			rel |= UGC
		case bytes.EqualFold(word, []byte("sponsored")):
			rel |= Sponsored
		}
	}
	return rel
}

// follow resolves the references gathered: every address once, where it first
// stood. What the bounds cut is counted as links left out.
func (r *Reading) follow(s *Source) {
	left, octets := s.refsLeft, 0
	at := make(map[address.Address]int32, len(s.refs))
	r.All = make([]Link, 0, min(len(s.refs), MaxLinks))
	for i, ref := range s.refs {
		if otherScheme(ref.text) {
			continue
		}
		if len(r.All) >= MaxLinks || octets >= maxLinkOctets {
			left += len(s.refs) - i
			break
		}
		a, err := s.Base.Resolve(ref.text)
		if err != nil || ref.refresh && a == s.Document.Address {
			continue
		}
		if j, ok := at[a]; ok {
			r.All[j].Rel &= ref.rel
			r.All[j].Refresh = r.All[j].Refresh && ref.refresh
			continue
		}
		octets += len(a.String())
		at[a] = int32(len(r.All))
		r.All = append(r.All, Link{Address: a, Rel: ref.rel, File: isFile(a.Path()), Refresh: ref.refresh})
	}
	r.leaveOut("links", left)
	if r.NoFollow {
		return
	}
	r.Links = make([]address.Address, 0, len(r.All))
	for i := range r.All {
		if r.All[i].Followable() {
			r.Links = append(r.Links, r.All[i].Address)
		}
	}
}

// otherScheme says whether a reference plainly names a scheme that is not http or
// https, to spare resolving it. When in doubt (blanks inside the scheme, which a
// browser takes out) it says no.
func otherScheme(ref string) bool {
	ref = strings.TrimLeft(ref, " \t\r\n\f")
	for i := range len(ref) {
		switch c := ref[i]; {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case c == ':' && i > 0:
			return !strings.EqualFold(ref[:i], "http") && !strings.EqualFold(ref[:i], "https")
		default:
			return false
		}
	}
	return false
}

// isFile says whether a path ends like a file that is no page. Only the last
// extension of the last segment counts, and a directory ("/v1.2/") has none.
func isFile(path string) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || len(name)-dot > 12 {
		return false
	}
	return fileExtension(strings.ToLower(name[dot+1:]))
}

// fileExtension lists the files whose links are not followed. What is listed is
// what is certainly no page: "php", "asp", "com" and the unknown are followed.
func fileExtension(extension string) bool {
	switch extension {
	case "avif", "bmp", "gif", "heic", "heif", "ico", "jfif", "jp2", "jpe", "jpeg", "jpg", "jxl", "png", "psd", "raw", "svg",
		"svgz", "tif", "tiff", "webp", "eps", "ai", "dwg", "dxf": // images
		return true
	case "3gp", "asf", "avi", "flv", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "ogv", "qt", "swf", "vob", "webm",
		"wmv", "m3u8", "mpd": // video
		return true
	case "aac", "aif", "aiff", "amr", "flac", "m3u", "m4a", "mid", "midi", "mp3", "oga", "ogg", "opus", "ra", "wav", "wma": // audio
		return true
	case "7z", "apk", "appimage", "bz2", "cab", "deb", "dmg", "exe", "gz", "iso", "jar", "lz", "lzma", "msi", "pkg", "rar", "rpm",
		"tar", "tbz2", "tgz", "txz", "war", "whl", "xpi", "xz", "z", "zip", "zst", "bin", "img", "ipa", "torrent": // archives, programs
		return true
	case "azw3", "csv", "djvu", "doc", "docm", "docx", "dot", "dotx", "epub", "ics", "key", "mobi", "numbers", "odg", "odp", "ods",
		"odt", "pages", "pdf", "pps", "ppsx", "ppt", "pptm", "pptx", "ps", "rtf", "tex", "tsv", "txt", "vcf", "xls", "xlsb", "xlsm",
		"xlsx", "xps", "parquet", "sqlite": // documents and tables
		return true
	case "eot", "otf", "ttc", "ttf", "woff", "woff2": // fonts
		return true
	case "css", "js", "json", "jsonld", "map", "mjs", "rss", "atom", "rdf", "ttl", "wasm", "xml", "xsd", "xsl", "xslt", "yaml",
		"yml", "webmanifest", "gpx", "kml", "kmz": // scripts, styles and data
		return true
	}
	return false
}
