package gotest

import (
	"strings"
)

// A word is one flag of the command line with its value, or one argument.
type word struct {
	name  string // of a flag that go test knows, without -test.; else ""
	value string
	raw   []string
}

// A Line is the arguments of go test: flags, the patterns of packages, and more flags; at the end
// is what go test hands to the test binary.
type Line struct {
	before, after []word
	patterns      []string
	foreign       bool              // has flags or arguments for the test binary alone
	goflags       map[string]string // from the environment
}

// Parse reads arguments as go test does: see its testFlags.
func Parse(args []string) *Line {
	l := &Line{}
	for len(args) > 0 {
		w, ok := next(args)
		if !ok {
			if strings.HasPrefix(args[0], "-") || l.patterns != nil {
				break
			}
			for len(args) > 0 && !strings.HasPrefix(args[0], "-") {
				l.patterns = append(l.patterns, args[0])
				args = args[1:]
			}
			continue
		}
		if l.patterns == nil {
			l.before = append(l.before, w)
		} else {
			l.after = append(l.after, w)
		}
		args = args[len(w.raw):]
	}
	if len(args) > 0 {
		l.foreign = true
		l.readForeign(args)
	}
	return l
}

// readForeign reads what begins with a flag that go test does not know, or with an argument for the
// test binary. There are no packages in it any more, but there may be flags of go test.
func (l *Line) readForeign(args []string) {
	mayBeValue := false // of the flag before
	for len(args) > 0 && !end(args[0]) {
		w, ok := next(args)
		isFlag := strings.HasPrefix(args[0], "-")
		if !isFlag && !mayBeValue {
			break
		}
		if !ok {
			w = word{raw: args[:1]}
		}
		mayBeValue = !ok && isFlag && !strings.Contains(args[0], "=")
		l.after = append(l.after, w)
		args = args[len(w.raw):]
	}
	l.after = append(l.after, word{raw: args})
}

// end tells whether this word and all after it are arguments of the test binary.
func end(arg string) bool { return arg == "--" || arg == "-args" || arg == "--args" }

// next reads one flag that go test knows.
func next(args []string) (w word, ok bool) {
	if len(args) == 0 || !strings.HasPrefix(args[0], "-") || end(args[0]) {
		return w, false
	}
	name := strings.TrimPrefix(strings.TrimPrefix(args[0], "-"), "-")
	name, value, hasValue := strings.Cut(name, "=")
	name = strings.TrimPrefix(name, "test.")
	k, known := kinds[name]
	switch {
	case !known:
		return w, false
	case hasValue:
		return word{name, value, args[:1]}, true
	case k.isBool:
		return word{name, "true", args[:1]}, true
	case len(args) == 1:
		return w, false // go test says what is missing
	}
	return word{name, args[1], args[:2]}, true
}

// value returns the value of a flag, the last one if it is there more than once.
func (l *Line) value(name string) (value string, ok bool) {
	value, ok = l.goflags[name]
	for _, words := range [][]word{l.before, l.after} {
		for _, w := range words {
			if w.name == name {
				value, ok = w.value, true
			}
		}
	}
	return value, ok
}

// full tells whether packages run all their tests.
func (l *Line) full() bool { return l.first(func(k kind) bool { return k.part }) == "" }

// on tells whether a flag is there, and not with a value that means the same as its absence.
func (l *Line) on(name string) bool {
	value, ok := l.value(name)
	return ok && value != "" && value != "false" && value != "off"
}

// first returns the name of a flag that is on and of this kind, or "".
func (l *Line) first(is func(kind) bool) string {
	found := ""
	for name, k := range kinds {
		if is(k) && l.on(name) && (found == "" || name < found) {
			found = name
		}
	}
	return found
}

// readGOFLAGS adds the flags of the environment, which count less than arguments.
func (l *Line) readGOFLAGS(text string) {
	l.goflags = map[string]string{}
	for _, field := range strings.Fields(text) {
		if w, ok := next([]string{strings.Trim(field, `'"`)}); ok {
			l.goflags[w.name] = w.value
		}
	}
}

// args are the arguments of a go test with these packages, in place of the patterns if there are
// any, without the flags that set replaces, and with set: flags that begin with their name.
func (l *Line) args(packages []string, set map[string]string) []string {
	var change, out []string
	add := func(words []word) {
		for _, w := range words {
			if _, replaced := set[w.name]; !replaced && w.name != "C" {
				out = append(out, w.raw...)
			}
		}
	}
	add(l.before)
	for _, name := range []string{"exec", "timeout"} {
		if value, ok := set[name]; ok {
			out = append(out, "-"+name+"="+value)
		}
	}
	out = append(out, packages...)
	add(l.after)
	if dir, ok := l.value("C"); ok {
		change = []string{"-C", dir} // must be the first
	}
	return append(change, out...)
}
