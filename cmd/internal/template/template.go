package template

import "strings"

// A Template is the command before inputs are put in.
type Template struct {
	words  []word
	script bool // the words are those of a script, which sh reads
	quote  bool // make a script of the words, each of them quoted
	repeat bool // a word with {} is repeated for each input, with all that stands around it
}

// A word is a word of the template: between blanks if it is a script, an argument otherwise.
type word struct {
	space string // in a script: the blanks before it
	parts []part
	many  bool // one of the parts stands for all inputs
}

// A part of a word is text, or stands for something.
type part struct {
	kind  kind
	text  string // of a literal; of another, how it is spelled
	index int    // of an input: from 1, or from -1 for the last
	op    op
	quote *quoting // of an input in a script: for the place where it stands; nil elsewhere
	one   bool     // several inputs are one word there, with blanks between them
}

// counts tells whether the part is a number that no input decides.
func (p *part) counts() bool { return p.kind == sequence || p.kind == slotPart || p.kind == total }

type kind int

const (
	literal  kind = iota
	inputs        // {}, {.} …: every input of the command
	position      // {2}, {-1.} …: one of them
	sequence      // {#}
	slotPart      // {%}
	total         // {##} of --plus
)

// Options say how the words of a command are read.
type Options struct {
	Shell   bool              // words are joined and read by /bin/sh, inputs are quoted for it
	Quote   bool              // with Shell: the words of the command are quoted too
	Repeat  bool              // a word with {} is repeated for each input
	Plus    bool              // more replacement strings: {+/} {..} {+.} …
	Symbols map[string]string // other spellings of replacement strings: "{}" → ",,"
	Columns []string          // the names of the columns, if there is a header
}

// Parse makes a template of the words of a command. A command without replacement strings gets
// {} as its last word.
func Parse(o *Options, words []string) (*Template, error) {
	t := &Template{script: o.Shell && !o.Quote, quote: o.Shell && o.Quote, repeat: o.Repeat}
	p := newParser(o)
	found, err := t.parse(p, words)
	if err != nil {
		return nil, err
	}
	if !found {
		more, err := p.word(p.spell(""))
		if err != nil {
			return nil, err
		}
		if len(t.words) > 0 {
			more.space = " "
		}
		t.words = append(t.words, more)
	}
	if t.script {
		err = t.quoteScript()
	}
	return t, err
}

// ParseText makes a template of one text, which may have no replacement string.
func ParseText(o *Options, text string) (*Template, error) {
	t := &Template{}
	_, err := t.parse(newParser(o), []string{text})
	return t, err
}

// parse adds the words of a command, and reports whether something in them is replaced.
func (t *Template) parse(p *parser, words []string) (found bool, err error) {
	spaces := make([]string, len(words))
	if t.script {
		spaces, words = splitScript(strings.Join(words, " "))
	}
	for i, text := range words {
		w, err := p.word(text)
		if err != nil {
			return false, err
		}
		w.space = spaces[i]
		found = found || w.replaces()
		t.words = append(t.words, w)
	}
	return found, nil
}

// splitScript splits a script at blanks, and returns for each word those before it. Blanks at
// the end come before an empty word.
func splitScript(s string) (spaces, words []string) {
	for s != "" {
		at := strings.IndexFunc(s, func(r rune) bool { return !isBlank(r) })
		if at < 0 {
			return append(spaces, s), append(words, "")
		}
		space, rest := s[:at], s[at:]
		end := strings.IndexFunc(rest, isBlank)
		if end < 0 {
			end = len(rest)
		}
		spaces, words = append(spaces, space), append(words, rest[:end])
		s = rest[end:]
	}
	return spaces, words
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// replaces tells whether anything in the word is replaced.
func (w *word) replaces() bool {
	for _, p := range w.parts {
		if p.kind != literal {
			return true
		}
	}
	return false
}
