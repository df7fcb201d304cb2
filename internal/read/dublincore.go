package read

import "strings"

// dublincoreReader reads Dublin Core in metas (DCMI, "Expressing Dublin Core in HTML
// meta and link elements"). Both of its namespaces, the fifteen elements and the
// terms, come to names that begin with "dc."; a scheme attribute is not looked at.
func dublincoreReader() Reader {
	return Reader{
		Name:  "dublincore",
		Doc:   "metas of Dublin Core (dc. and dcterms., with a point or a colon, whatever their case)",
		Takes: TakesGathered,
		Read:  readDublinCore,
	}
}

func isDublinCore(name string) bool {
	return hasPrefixFold(name, "dc.", "dc:", "dcterms.", "dcterms:")
}

func readDublinCore(s *Source) Findings {
	t := metaTaker{Source: s, reader: "dublincore"}
	for i := range s.Metas {
		m := &s.Metas[i]
		for _, key := range t.metaNames(m, isDublinCore) {
			name := dublinCoreName(key)
			if v, ok := t.say(name, key, m); ok {
				t.record.add(name, v)
			}
		}
	}
	return t.findings()
}

// dublinCoreName gives a name the one way precedence knows it: "DCTERMS:issued" is
// "dc.issued", "DC.Date.issued" is "dc.date.issued".
func dublinCoreName(key string) string {
	name := strings.ReplaceAll(strings.ToLower(key), ":", ".")
	_, rest, _ := strings.Cut(name, ".")
	return "dc." + rest
}
