package template

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A parser finds replacement strings in words.
type parser struct {
	symbols map[string]string // by spelling: what it stands for, as in "{.}"
	moved   map[string]bool   // modifiers that are spelled otherwise, and so have no {n.}
	others  []string          // the spellings that do not look like {…}
	plus    bool
	names   map[string]int // of columns, from 1
}

// braces is what may be a replacement string.
var braces = regexp.MustCompile(`^\{[^{}]*\}`)

// name is what looks like the name of a column, and of shell's variables after a $.
var name = regexp.MustCompile(`^\{[\pL_][\pL\pN_]*(//|/\.|/|\.)?\}`)

// numbered is a position with a modifier.
var numbered = regexp.MustCompile(`^(-?[1-9][0-9]{0,8})(.*)$`)

func newParser(o *Options) *parser {
	p := &parser{symbols: map[string]string{}, moved: map[string]bool{}, plus: o.Plus, names: map[string]int{}}
	for _, s := range Symbols {
		spelling := s.Text
		if other := o.Symbols[s.Text]; other != "" && other != s.Text {
			spelling = other
			p.moved[strings.Trim(s.Text, "{}")] = true
			p.others = append(p.others, other)
		}
		p.symbols[spelling] = strings.Trim(s.Text, "{}")
	}
	for i, name := range o.Columns {
		p.names[name] = i + 1
	}
	return p
}

// spell returns how the replacement string with a modifier is spelled.
func (p *parser) spell(modifier string) string {
	for spelling, m := range p.symbols {
		if m == modifier {
			return spelling
		}
	}
	return "{" + modifier + "}"
}

// word splits a word into parts. What looks like a replacement string and is none stays.
func (p *parser) word(s string) (word, error) {
	var w word
	text := ""
	for s != "" {
		length, found, err := p.at(s)
		if err != nil {
			return word{}, err
		}
		if length == 0 {
			if m := name.FindString(s); m != "" && len(p.names) > 0 && !strings.HasSuffix(text, "$") {
				return word{}, fmt.Errorf("%s: the header has no such column, it has %s; with a blank, as in { %s, it is text", m, p.columns(), m[1:])
			}
			text, s = text+s[:1], s[1:]
			continue
		}
		if text != "" {
			w.parts = append(w.parts, part{text: text})
		}
		found.text = s[:length]
		text, s = "", s[length:]
		w.parts = append(w.parts, found)
		w.many = w.many || found.kind == inputs
	}
	if text != "" {
		w.parts = append(w.parts, part{text: text})
	}
	return w, nil
}

// at returns the replacement string at the beginning of s, and its length: 0 if there is none.
func (p *parser) at(s string) (length int, found part, err error) {
	for _, other := range p.others {
		if strings.HasPrefix(s, other) && len(other) > length {
			length = len(other)
		}
	}
	if length > 0 {
		found, err = p.simple(p.symbols[s[:length]])
		return length, found, err
	}
	if strings.HasPrefix(s, "{=") && strings.Contains(s, "=}") {
		return 0, part{}, errors.New("{= … =} is Perl, which skua does not run; --plus has {%…} {/…/…} and others, --shell has the shell's own")
	}
	inner := braces.FindString(s)
	if inner == "" {
		return 0, part{}, nil
	}
	found, ok, err := p.inside(inner)
	if err != nil {
		return 0, part{}, fmt.Errorf("replacement string %s: %w", inner, err)
	}
	if !ok {
		return 0, part{}, nil
	}
	return len(inner), found, nil
}

// inside returns what a text in braces stands for, if for anything.
func (p *parser) inside(s string) (part, bool, error) {
	if modifier, ok := p.symbols[s]; ok {
		found, err := p.simple(modifier)
		return found, true, err
	}
	s = s[1 : len(s)-1]
	if index, rest, ok := p.named(s); ok {
		return part{kind: position, index: index, op: ops[rest]}, true, nil
	}
	if m := numbered.FindStringSubmatch(s); m != nil && !p.moved[m[2]] {
		do, err := p.modifier(m[2])
		index, _ := strconv.Atoi(m[1])
		return part{kind: position, index: index, op: do}, do != nil, err
	}
	if _, always := ops[s]; always || s == "#" || s == "%" {
		return part{}, false, nil // it is spelled otherwise
	}
	if s == "##" && p.plus {
		return part{kind: total}, true, nil
	}
	do, err := p.modifier(s)
	return part{kind: inputs, op: do}, do != nil, err
}

// simple returns what one of Symbols stands for.
func (p *parser) simple(modifier string) (part, error) {
	switch modifier {
	case "#":
		return part{kind: sequence}, nil
	case "%":
		return part{kind: slotPart}, nil
	}
	return part{kind: inputs, op: ops[modifier]}, nil
}

// columns are the names of the header, in order.
func (p *parser) columns() string {
	names := slices.SortedFunc(maps.Keys(p.names), func(a, b string) int { return p.names[a] - p.names[b] })
	return strings.Join(names, ", ")
}

// named returns the column that a text names, and the modifier that follows the name.
func (p *parser) named(s string) (index int, modifier string, ok bool) {
	for _, modifier := range []string{"", "//", "/.", "/", "."} {
		name, found := strings.CutSuffix(s, modifier)
		if index, ok := p.names[name]; found && ok {
			return index, modifier, true
		}
	}
	return 0, "", false
}

// modifier returns the op of a modifier, nil if there is none.
func (p *parser) modifier(s string) (op, error) {
	if do, ok := ops[s]; ok {
		return do, nil
	}
	if !p.plus {
		return nil, nil
	}
	if do, ok := plusOps[s]; ok {
		return do, nil
	}
	for _, d := range dynamicOps {
		if m := d.form.FindStringSubmatch(s); m != nil {
			return d.make(m)
		}
	}
	return nil, nil
}
