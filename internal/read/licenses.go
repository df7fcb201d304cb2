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
			r.hearLicense(s.Document.Address, page.Signal{Source: "header", Key: "Link: rel=license"}, l.Reference, l.Type)
		}
	}
	for i := range s.HeadLinks {
		if l := &s.HeadLinks[i]; l.Head && hasLicense(l.Rel) {
			r.hearLicense(s.Base, page.Signal{Source: "meta", Key: "<link rel=license>", Where: l.String()}, l.Href, l.Type)
		}
	}
	for i := range s.Licenses {
		l := &s.Licenses[i]
		r.hearLicense(s.Base, page.Signal{Source: "meta", Key: "<a rel=license>", Where: l.String()}, l.Href, l.Type)
	}
	for range s.RSL {
		r.addSignal(page.Signal{Name: "rsl", Value: "inline", Source: "meta", Key: "<script type=" + typeRSL + ">"})
	}
}

// hearLicense records one license by its address, resolved, since a signal is read
// apart from its page; a reference that is no http address (a urn, say) as written.
func (r *Reading) hearLicense(base address.Address, license page.Signal, reference, mediaType string) {
	value, ok := resolved(base, reference)
	if !ok {
		value = tidy(reference)
	}
	if value == "" {
		return
	}
	license.Name, license.Value = "license", value
	if scriptType(mediaType) == typeRSL {
		license.Name = "rsl"
	}
	for _, s := range r.Rights.Signals {
		if s.Name == license.Name && s.Value == value && s.Key == license.Key {
			return
		}
	}
	r.addSignal(license)
}

func hasLicense(rel string) bool { return isLicense([]byte(rel)) }
