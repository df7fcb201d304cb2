package read

import (
	"curtsy/address"
	"curtsy/page"
)

// hearLicenses records the licenses that a page names for itself: rel=license in the
// header, the head and the body, and those in Really Simple Licensing (RSL 1.0), which
// say in a form for machines what each use costs. What a license grants is not read,
// so it comes to nothing for any use.
func (r *Reading) hearLicenses(s *Source) {
	for i := range s.HeaderLinks {
		l := &s.HeaderLinks[i]
		if !l.Anchored && hasLicense(l.Rel) {
			r.hearLicense(s.Document.Address, "header", "Link: rel=license", l.Reference, l.Type)
		}
	}
	for i := range s.HeadLinks {
		if l := &s.HeadLinks[i]; l.Head && hasLicense(l.Rel) {
			r.hearLicense(s.Base, "meta", "<link rel=license>", l.Href, l.Type)
		}
	}
	for i := range s.Licenses {
		l := &s.Licenses[i]
		r.hearLicense(s.Base, "meta", "<a rel=license>", l.Href, l.Type)
	}
	for range s.RSL {
		r.addSignal(page.Signal{Name: "rsl", Value: "inline", Source: "meta", Key: "<script type=" + typeRSL + ">"})
	}
}

// hearLicense records one license by its address, resolved, since a signal is read
// apart from its page; a reference that is no http address (a urn, say) as written.
func (r *Reading) hearLicense(base address.Address, source, key, reference, mediaType string) {
	value, ok := resolved(base, reference)
	if !ok {
		value = tidy(reference)
	}
	if value == "" {
		return
	}
	name := "license"
	if scriptType(mediaType) == typeRSL {
		name = "rsl"
	}
	for _, s := range r.Rights.Signals {
		if s.Name == name && s.Value == value && s.Key == key {
			return
		}
	}
	r.addSignal(page.Signal{Name: name, Value: value, Source: source, Key: key})
}

func hasLicense(rel string) bool { return isLicense([]byte(rel)) }
