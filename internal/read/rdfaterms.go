package read

import "strings"

// A prefix is one declared prefix and those declared around it. nil declares none.
type prefix struct {
	name, meaning string
	outer         *prefix
}

// MaxPrefixes is how many prefixes of one page are heard.
const MaxPrefixes = 100

func (p *prefix) find(name string) (meaning string, ok bool) {
	for ; p != nil; p = p.outer {
		if p.name == name {
			return p.meaning, true
		}
	}
	return "", false
}

// vocabulary gives the address of a vocabulary as its names continue it: that of
// schema.org is often written without its last slash.
func vocabulary(address string) string {
	if address = strings.TrimSpace(address); schemaName(address+"/x", "") == "x" && !strings.HasSuffix(address, "/") {
		return address + "/"
	}
	return address
}

// wellKnown lists vocabularies and the prefix that stands for each on every page: the
// initial context of RDFa 1.1 as far as pages use it. Of two prefixes for one
// vocabulary the first is the one that names are written with, and "dc" is written for
// the older Dublin Core elements, as metas write it, though it is read as the newer
// terms where a page does not say.
var wellKnown = []struct{ prefix, meaning string }{
	{"schema", "http://schema.org/"},
	{"dcterms", "http://purl.org/dc/terms/"},
	{"dc", "http://purl.org/dc/elements/1.1/"},
	{"dc11", "http://purl.org/dc/elements/1.1/"},
	{"foaf", "http://xmlns.com/foaf/0.1/"},
	{"og", "http://ogp.me/ns#"},
	{"sioc", "http://rdfs.org/sioc/ns#"},
	{"sioct", "http://rdfs.org/sioc/types#"},
	{"skos", "http://www.w3.org/2004/02/skos/core#"},
	{"skosxl", "http://www.w3.org/2008/05/skos-xl#"},
	{"v", "http://rdf.data-vocabulary.org/#"},
	{"gr", "http://purl.org/goodrelations/v1#"},
	{"cc", "http://creativecommons.org/ns#"},
	{"ctag", "http://commontag.org/ns#"},
	{"ical", "http://www.w3.org/2002/12/cal/icaltzd#"},
	{"rev", "http://purl.org/stuff/rev#"},
	{"vcard", "http://www.w3.org/2006/vcard/ns#"},
	{"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
	{"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
	{"owl", "http://www.w3.org/2002/07/owl#"},
	{"xsd", "http://www.w3.org/2001/XMLSchema#"},
	{"xhv", "http://www.w3.org/1999/xhtml/vocab#"},
	{"dcat", "http://www.w3.org/ns/dcat#"},
	{"org", "http://www.w3.org/ns/org#"},
	{"prov", "http://www.w3.org/ns/prov#"},
	{"void", "http://rdfs.org/ns/void#"},
	{"as", "https://www.w3.org/ns/activitystreams#"},
	{"time", "http://www.w3.org/2006/time#"},
	{"odrl", "http://www.w3.org/ns/odrl/2/"},
}

// initial gives what a prefix means on a page that does not say.
func initial(name string) (meaning string, ok bool) {
	if name == "dc" {
		name = "dcterms"
	}
	for i := range wellKnown {
		if wellKnown[i].prefix == name {
			return wellKnown[i].meaning, true
		}
	}
	return "", false
}

// termName gives the name that a term is known by: bare when it is schema.org's, with
// its well-known prefix, or else in full.
func termName(iri string) string {
	if bare := schemaName(iri, ""); bare != "" {
		return bare
	}
	for i := range wellKnown {
		if local, ok := strings.CutPrefix(iri, wellKnown[i].meaning); ok && local != "" {
			return wellKnown[i].prefix + ":" + local
		}
	}
	return iri
}

// isGraphPrefix says whether a prefix, in lower case, is of the metas that social sites
// and app shops read. They have readers of their own, and stand on most pages.
func isGraphPrefix(name string) bool {
	switch name {
	case "og", "fb", "twitter", "article", "book", "books", "music", "video", "profile", "product", "place", "business",
		"restaurant", "fitness", "game", "al", "vk", "pinterest", "pin", "ia", "ya":
		return true
	}
	return false
}

// expand gives the whole of a term, a compact name or an address (RDFa Core 1.1
// section 7.4). A bare term outside of a vocabulary means nothing, and known says
// whether a prefix is declared or in the initial context.
func (c *rdfaContext) expand(word string) (iri string, known bool) {
	name, local, compact := strings.Cut(word, ":")
	if !compact {
		if c.vocab == "" {
			return "", false
		}
		return c.vocab + word, true
	}
	if name == "" || name == "_" {
		return "", false
	}
	if strings.HasPrefix(local, "//") {
		return word, true
	}
	name = strings.ToLower(name)
	meaning, ok := c.prefixes.find(name)
	if !ok {
		meaning, ok = initial(name)
	}
	if !ok {
		return word, false
	}
	return meaning + local, true
}
