package images

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// A Template makes the names of outputs, as {name}-{w}.{ext}.
type Template struct {
	text  []string // literal text before each field, and after the last
	field []string
}

// Name is what the fields of a Template stand for.
type Name struct {
	Name string // of the input, without directory and ending
	File string // of the input, without directory
	Dir  string // the name of the input's directory, without those above it
	Ext  string // of the output's format
	Size string // the geometry, without the marks that no name should have
	W, H string // of the geometry, empty if it has none
}

var fields = map[string]func(n *Name) string{
	"name": func(n *Name) string { return n.Name },
	"file": func(n *Name) string { return n.File },
	"dir":  func(n *Name) string { return n.Dir },
	"ext":  func(n *Name) string { return n.Ext },
	"size": func(n *Name) string { return n.Size },
	"w":    func(n *Name) string { return n.W },
	"h":    func(n *Name) string { return n.H },
}

// ParseTemplate reads a template: text with words in braces. A slash in it makes a
// directory; the name stays below the directory of the outputs.
func ParseTemplate(text string) (*Template, error) {
	t := &Template{}
	rest := text
	for {
		before, after, found := strings.Cut(rest, "{")
		t.text = append(t.text, before)
		if !found {
			break
		}
		field, tail, closed := strings.Cut(after, "}")
		if !closed {
			return nil, fmt.Errorf("%q has a { without a }", text)
		}
		if fields[field] == nil {
			return nil, fmt.Errorf("%q has {%s}, which is none of %s", text, field, knownFields())
		}
		t.field, rest = append(t.field, field), tail
	}
	if name := t.with(&Name{"n", "n.gif", "d", "jpg", "1", "1", "1"}); !filepath.IsLocal(name) || strings.HasSuffix(name, "/") {
		return nil, fmt.Errorf("%q does not name a file below the directory of the outputs", text)
	}
	return t, nil
}

func knownFields() string {
	return "{" + strings.Join(slices.Sorted(maps.Keys(fields)), "} {") + "}"
}

// Uses tells whether the template has a field.
func (t *Template) Uses(field string) bool { return slices.Contains(t.field, field) }

func (t *Template) with(n *Name) string {
	var b strings.Builder
	for i, text := range t.text {
		b.WriteString(text)
		if i < len(t.field) {
			b.WriteString(fields[t.field[i]](n))
		}
	}
	return b.String()
}

// Make returns the name of an output.
func (t *Template) Make(n *Name) (string, error) {
	name := filepath.FromSlash(t.with(n))
	if !filepath.IsLocal(name) {
		return "", fmt.Errorf("the name of the output would be %q", name)
	}
	return name, nil
}

// stem is the name of a file without its extension.
func stem(path string) string {
	base := filepath.Base(path)
	if s := strings.TrimSuffix(base, filepath.Ext(base)); s != "" {
		return s
	}
	return base
}
