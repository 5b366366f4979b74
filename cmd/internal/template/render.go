package template

import (
	"strconv"
	"strings"
)

// Values are what is put into a template.
type Values struct {
	Args  []string // the inputs of the command
	Seq   int
	Slot  int // from 1
	Total int // how many commands there are
}

// A sink takes the words of a command one by one.
type sink interface {
	begin(space string) // a word
	add(text string)    // to the word
	end()
}

// render puts values into a template, word by word. In a script, inputs are quoted.
func (t *Template) render(v *Values, s sink) {
	for i := range t.words {
		w := &t.words[i]
		switch {
		case len(v.Args) == 0 && w.onlyInputs() || w.missing(v):
		case w.many && t.repeat && len(v.Args) > 0:
			for i := range v.Args {
				t.word(w, v, v.Args[i:i+1], s)
				w = w.after()
			}
		default:
			t.word(w, v, v.Args, s)
		}
	}
}

// onlyInputs tells whether the word has inputs and nothing around them.
func (w *word) onlyInputs() bool {
	for _, p := range w.parts {
		if p.kind != inputs {
			return false
		}
	}
	return w.many
}

// missing tells whether the word is a position that the command has no input for. Such a word
// is left out, as a shell leaves out $2; an input that is empty is a word.
func (w *word) missing(v *Values) bool {
	return len(w.parts) == 1 && w.parts[0].kind == position && v.index(w.parts[0]) < 0
}

// after returns the word as it comes after another one that it made.
func (w *word) after() *word {
	if w.space == " " {
		return w
	}
	next := *w
	next.space = " "
	return &next
}

// word writes a word with the inputs args. Where several stand in it, it becomes several words,
// as "a$@b" does in a shell: the first begins with what comes before them, the last ends with
// what follows.
func (t *Template) word(w *word, v *Values, args []string, s sink) {
	s.begin(w.space)
	for _, p := range w.parts {
		switch p.kind {
		case literal:
			s.add(p.text)
		case sequence:
			s.add(p.quoted(strconv.Itoa(v.Seq)))
		case slotPart:
			s.add(p.quoted(strconv.Itoa(v.Slot)))
		case total:
			s.add(p.quoted(strconv.Itoa(v.Total)))
		case position:
			s.add(p.quoted(v.at(p)))
		case inputs:
			if p.one {
				s.add(p.quoted(p.join(args)))
				continue
			}
			for i, arg := range args {
				if i > 0 {
					s.end()
					s.begin(" ")
				}
				s.add(p.quoted(p.op(arg)))
			}
		}
	}
	s.end()
}

// join returns what the part makes of the inputs, with blanks between them.
func (p *part) join(args []string) string {
	made := make([]string, len(args))
	for i, arg := range args {
		made[i] = p.op(arg)
	}
	return strings.Join(made, " ")
}

// at returns the input at a position, "" if there is none.
func (v *Values) at(p part) string {
	if i := v.index(p); i >= 0 {
		return p.op(v.Args[i])
	}
	return ""
}

// index is that of a position among the inputs, -1 if they are too few.
func (v *Values) index(p part) int {
	i := p.index - 1
	if p.index < 0 {
		i = len(v.Args) + p.index
	}
	if i < 0 || i >= len(v.Args) {
		return -1
	}
	return i
}

// argvSink makes arguments.
type argvSink struct {
	argv []string
	word strings.Builder
}

func (s *argvSink) begin(string)    {}
func (s *argvSink) add(text string) { s.word.WriteString(text) }
func (s *argvSink) end() {
	s.argv = append(s.argv, s.word.String())
	s.word.Reset()
}

// scriptSink makes a script.
type scriptSink struct{ strings.Builder }

func (s *scriptSink) begin(space string) { s.WriteString(space) }
func (s *scriptSink) add(text string)    { s.WriteString(text) }
func (s *scriptSink) end()               {}

// lengthSink counts the bytes of a command with the blanks before its words, or the NULs
// after its arguments.
type lengthSink struct {
	n    int
	argv bool
}

func (s *lengthSink) begin(space string) {
	if s.argv {
		s.n++
	} else {
		s.n += len(space)
	}
}
func (s *lengthSink) add(text string) { s.n += len(text) }
func (s *lengthSink) end()            {}

// Command makes the command for values: a script if sh is to read it, else arguments.
func (t *Template) Command(v *Values) (argv []string, script string) {
	if t.script {
		return nil, t.Text(v)
	}
	var s argvSink
	t.render(v, &s)
	if !t.quote {
		return s.argv, ""
	}
	for i, w := range s.argv {
		s.argv[i] = quoteShell(w)
	}
	return nil, strings.Join(s.argv, " ")
}

// Text is the script that the template makes of values.
func (t *Template) Text(v *Values) string {
	var s scriptSink
	t.render(v, &s)
	return s.String()
}

// Length is that of the command in bytes, as GNU parallel counts it: with a blank or NUL after
// each word.
func (t *Template) Length(v *Values) int {
	if t.quote {
		_, script := t.Command(v)
		return len(script) + 1
	}
	s := lengthSink{argv: !t.script}
	t.render(v, &s)
	if t.script {
		s.n++
	}
	return s.n
}

// UsesSlot tells whether the command depends on the slot where it runs.
func (t *Template) UsesSlot() bool { return t.uses(slotPart) }

// UsesTotal tells whether the command says how many there are.
func (t *Template) UsesTotal() bool { return t.uses(total) }

// uses tells whether the template has a part of a kind.
func (t *Template) uses(k kind) bool {
	for _, w := range t.words {
		for _, p := range w.parts {
			if p.kind == k {
				return true
			}
		}
	}
	return false
}
