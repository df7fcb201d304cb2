package read

import "curtsy/page"

// A fieldList collects fields by name: a name said again makes a list. Past a few
// fields they are found by a table, so that many names cost no square of their number.
type fieldList struct {
	page.Fields
	at   map[string]int
	kept int // of the fields, those that take no more values
}

// close keeps the fields there are as they are.
func (l *fieldList) close() { l.kept = len(l.Fields) }

func (l *fieldList) closed(name string) bool {
	i := l.find(name)
	return i >= 0 && i < l.kept
}

// add adds a value, or the values of a list.
func (l *fieldList) add(name string, v page.Value) {
	if i := l.find(name); i >= 0 {
		f := &l.Fields[i]
		list := asList(f.Value)
		if more, ok := v.Value.([]page.Value); ok {
			list = append(list, more...)
		} else {
			list = append(list, v)
		}
		f.Value = page.Value{Value: list}
		return
	}
	if l.at != nil {
		l.at[name] = len(l.Fields)
	}
	l.Fields = append(l.Fields, page.Field{Name: name, Value: v})
}

func (l *fieldList) find(name string) int {
	if l.at == nil && len(l.Fields) > 16 {
		l.at = make(map[string]int, 2*len(l.Fields))
		for i := range l.Fields {
			l.at[l.Fields[i].Name] = i
		}
	}
	if l.at != nil {
		if i, ok := l.at[name]; ok {
			return i
		}
		return -1
	}
	for i := range l.Fields {
		if l.Fields[i].Name == name {
			return i
		}
	}
	return -1
}

func asList(v page.Value) []page.Value {
	if list, ok := v.Value.([]page.Value); ok {
		return list
	}
	return []page.Value{v}
}
