package read

import "testing"

// TestNamesAreSpelledAsSchemaOrgListsThem: every way in which a context lets a page
// write schema.org's names comes to the same.
func TestNamesAreSpelledAsSchemaOrgListsThem(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"http", `{"@context":"http://schema.org","@type":"Book","name":"x"}`, "Book name=x"},
		{"https, www, a slash", `{"@context":"https://www.schema.org/","@type":"Book","name":"x"}`, "Book name=x"},
		{"in full, each way", `{"@type":["http://schema.org/A","https://schema.org/B","http://www.schema.org/C/","https://schema.org#D","HTTPS://Schema.ORG/E"]}`, "A+B+C+D+E"},
		{"other addresses stay", `{"@type":["http://schema.org.evil.test/A","http://other.test/schema.org/B","https://schema.org/","C"]}`, "http://schema.org.evil.test/A+http://other.test/schema.org/B+https://schema.org/+C"},
		{"a prefix nobody declared", `{"@type":"schema:Book","schema:name":"x"}`, "Book name=x"},
		{"any prefix", `{"@context":{"s":"http://schema.org/"},"@type":"s:Book","s:name":"x"}`, "Book name=x"},
		{"a prefix without its slash", `{"@context":{"schema":"https://schema.org"},"@type":"schema:Book","schema:name":"x"}`, "Book name=x"},
		{"a prefix by a prefix", `{"@context":{"s":"http://schema.org/","t":"s:"},"t:name":"x"}`, " name=x"},
		{"the prefix of another vocabulary", `{"@context":{"schema":"http://other.test/"},"schema:name":"x"}`, " schema:name=x"},
		{"a vocabulary", `{"@context":{"@vocab":"http://schema.org/"},"@type":"Book","name":"x"}`, "Book name=x"},
		{"a vocabulary with a hash", `{"@context":{"@vocab":"https://schema.org#","titel":"name"},"titel":"x"}`, " name=x"},
		{"a term of another vocabulary", `{"@context":{"@vocab":"http://other.test/","titel":"name"},"titel":"x"}`, " titel=x"},
		{"terms", `{"@context":{"titel":"http://schema.org/name","preis":{"@id":"https://schema.org/price","@type":"http://www.w3.org/2001/XMLSchema#decimal"},"url":{"@type":"@id"}},"titel":"x","preis":1,"url":"/u"}`, " name=x price=1 url=/u"},
		{"keywords by other names", `{"@context":{"art":"@type","nr":"@id","wert":"@value"},"art":"Book","nr":"#b","name":{"wert":"x"}}`, "Book @id=#b name=x"},
		{"type and id", `{"@context":"https://schema.org","type":"Book","id":"#b","name":"x"}`, "Book @id=#b name=x"},
		{"type and id beside their keywords", `{"@type":"Book","@id":"#b","type":"soft","id":"7"}`, "Book @id=#b type=soft id=7"},
		{"a number is no name", `{"@type":"Book","id":7}`, "Book id=7"},
		{"several contexts", `{"@context":["https://schema.org",{"titel":"name"},null,{"s":"http://schema.org/"}],"s:name":"x","titel":"y"}`, " name=x titel=y"},
		{"a context of a nested thing is for it alone", `{"a":{"@context":{"n":"http://schema.org/name"},"n":"x","b":{"n":"y"}},"c":{"n":"z"}}`, " name=x name=y n=z"},
		{"a nested context adds to the one around it", `{"@context":{"n":"http://schema.org/name"},"a":{"@context":{"d":"http://schema.org/description"},"n":"x","d":"y"}}`, " name=x description=y"},
		{"a context does not reach the next value", `[{"@context":{"n":"http://schema.org/name"},"n":"x"},{"n":"y"}]`, " name=x\n n=y"},
		{"a term defined by itself ends", `{"@context":{"a":"b","b":"a","c":"c","d":"d:x"},"a":"1","b":"2","c":"3","d:x":"4"}`, " a=1 b=2 c=3 d:x=4"},
		{"maps of languages are records", `{"name":{"en":"x","de":"y"}}`, " en=x de=y"},
		{"values with a language", `{"name":[{"@value":"x","@language":"en"},{"@value":"y","@language":"de"}]}`, " name=x name=y"},
		{"a graph within a thing", `{"@type":"A","b":{"@graph":[{"@type":"B","x":"1"},{"@type":"C","x":"2"}]}}`, "A x=1 x=2"},
		{"a graph beside other fields", `{"@type":"A","y":"0","@graph":[{"@type":"B","x":"1"}]}`, "A y=0\nB x=1"},
		{"a graph in a graph", `{"@graph":[{"@graph":[{"@type":"B","x":"1"}]},{"@type":"C"}]}`, "B x=1\nC"},
		{"included things", `{"@type":"A","@included":[{"@type":"B"}]}`, "A\nB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pageOf(t, ld(tt.script))
			if got := plainly(r.Records); got != tt.want {
				t.Errorf("%s\nis read as\n%s\nwant\n%s", tt.script, got, tt.want)
			}
		})
	}
}

func TestContextsAreBounded(t *testing.T) {
	one := `{"@context":{"n":"http://schema.org/name"},"n":"x"},`
	script := `[`
	for range maxContexts + 3 {
		script += one
	}
	r := pageOf(t, ld(script+`{}]`))
	if got := plainly(r.Records[maxContexts-1:]); got != " name=x\n n=x\n n=x\n n=x" || r.LeftOut["jsonld_contexts"] != 3 {
		t.Errorf("past the bound: %q, left out %v", got, r.LeftOut)
	}
}
