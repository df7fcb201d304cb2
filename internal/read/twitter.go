package read

import "strings"

// twitterReader reads the metas of Twitter cards. They are written with name, and as
// often with property.
func twitterReader() Reader {
	return Reader{
		Name:  "twitter",
		Doc:   "metas of Twitter cards (twitter:)",
		Takes: TakesGathered,
		Read:  readTwitter,
	}
}

func readTwitter(s *Source) Findings {
	t := metaTaker{Source: s, reader: "twitter"}
	for i := range s.Metas {
		m := &s.Metas[i]
		for _, name := range t.metaNames(m, func(name string) bool { return hasPrefixFold(name, "twitter:") }) {
			name = strings.ToLower(name)
			if v, ok := t.say(name, name, m); ok {
				t.record.add(name, v)
			}
		}
	}
	return t.findings()
}
