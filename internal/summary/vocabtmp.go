package summary

// memberName gives schema.org's name of a member of a page's state.
func memberName(name string) string { return name }
