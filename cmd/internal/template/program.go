package template

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// An interpreter is a command of which a word is a program. An input that is part of that word would be
// read as part of the program, however it is quoted for sh.
type interpreter struct {
	option  string   // letters of options before a program
	long    []string // such options with a name, which may have it behind =
	again   bool     // there may be more than one
	operand int      // without such an option, this word that is no option is one, from 1
	joined  bool     // with all words behind it
	late    bool     // options may come behind operands
	takes   string   // letters of options that take the word after them; f is that of a file with the program
	first   bool     // a word of the shell itself: the first of a command, or behind command or builtin
}

var (
	ofShell  = interpreter{option: "c", takes: "oO"}
	ofUser   = interpreter{option: "c", long: []string{"command", "session-command"}, late: true}
	ofPython = interpreter{option: "c", takes: "WXm"}
	ofAwk    = interpreter{option: "e", long: []string{"source"}, again: true, operand: 1, takes: "vFfi"}
	ofVi     = interpreter{option: "c", long: []string{"cmd"}, again: true, late: true}
	joining  = interpreter{operand: 1, joined: true, first: true}
	ofNames  = interpreter{operand: 1, joined: true, takes: "dinNOptucs", first: true}
	programs = map[string]interpreter{
		"sh": ofShell, "bash": ofShell, "dash": ofShell, "ash": ofShell, "ksh": ofShell, "mksh": ofShell,
		"zsh": ofShell, "fish": {option: "c", long: []string{"command", "init-command"}, takes: "C"},
		"su": ofUser, "runuser": ofUser, "script": {option: "c", long: []string{"command"}, late: true},
		"flock": {option: "c", long: []string{"command"}, late: true}, "env": {option: "S", long: []string{"split-string"}, takes: "uC"},
		"watch": {operand: 1, joined: true, takes: "n"}, "split": {long: []string{"filter"}, late: true, again: true},
		"rsync":  {option: "e", long: []string{"rsh"}, late: true, again: true},
		"tar":    {option: "I", long: []string{"to-command", "use-compress-program", "checkpoint-action"}, late: true, again: true},
		"python": ofPython, "pypy": ofPython, "vi": ofVi, "vim": ofVi, "nvim": ofVi, "ex": ofVi,
		"perl": {option: "eE", again: true, takes: "IMm"}, "ruby": {option: "e", again: true, takes: "IrC"},
		"lua": {option: "e", again: true, takes: "l"}, "node": {option: "ep", long: []string{"eval", "print"}, takes: "r"},
		"php": {option: "rBRE", again: true, takes: "dc"},
		"awk": ofAwk, "gawk": ofAwk, "mawk": ofAwk, "nawk": ofAwk,
		"sed":  {option: "e", long: []string{"expression"}, again: true, operand: 1, takes: "fl"},
		"trap": {operand: 1, first: true}, "eval": joining, "let": joining, "alias": joining,
		"complete": {option: "WC", again: true, late: true, first: true}, "compgen": {option: "WC", again: true, late: true, first: true},
		// These read the name of a variable, in which bash runs the index of an array.
		"read": ofNames, "mapfile": ofNames, "readarray": ofNames,
		"printf": {option: "v", first: true}, "test": {option: "v", late: true, again: true, first: true}, "[": {option: "v", late: true, again: true, first: true},
		"ssh": {operand: 2, joined: true, takes: "BbcDEeFIiJLlmOopQRSWw"},
	}
)

// program returns the reason if the replacement string is part of the program of an interpreter, or "".
// A program that is nothing but the replacement string is one that the user has asked for.
func (s *script) program(stack []syntax.Node, h placeholder) string {
	within := false // another command, of which the program has what that prints
	for at, n := range slices.Backward(stack) {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			continue
		}
		word := slices.IndexFunc(call.Args, func(w *syntax.Word) bool { return w == stack[at+1] })
		for i := range max(0, word) {
			name, how, ok := interpreterOf(call.Args, i)
			if !ok {
				continue
			}
			n := how.programWord(call.Args[i+1:word], s.before(call.Args[word], h))
			alone := !within && !how.names() && isWord(stack, h) && !(how.joined && (n > 1 || word < len(call.Args)-1))
			if n > 0 && !alone {
				return "in the program of " + name + ", which would run what an input says; " +
					"give it as an argument of its own, as in sh -c 'ls \"$1\"' sh {} or x={} awk '… ENVIRON[\"x\"] …'"
			}
		}
		within = true
	}
	return ""
}

// names tells whether it reads names of variables, which nobody wants inputs to be.
func (p interpreter) names() bool { return p.first && (p.option == "v" || p.takes == ofNames.takes) }

// interpreterOf returns what runs programs if the i-th word is one that does. Of a word that only the shell
// knows it is taken to be a shell.
func interpreterOf(args []*syntax.Word, i int) (name string, how interpreter, ok bool) {
	name, known := unquoted(args[i])
	if !known {
		end := strings.LastIndexByte(name, 0)
		if slash := strings.IndexByte(name[end:], '/'); slash < 0 {
			return "a program whose name is not known here", ofShell, i == 0
		}
	}
	name = path.Base(name)
	if how, ok = programs[name]; !ok {
		how, ok = programs[strings.TrimRight(name, "0123456789.")]
	}
	if ok && how.first && i > 0 {
		before, _ := unquoted(args[i-1])
		ok = before == "command" || before == "builtin"
	}
	return name, how, ok
}

// unquoted returns the text of a word without its quotes, with NUL for what the shell puts in; known is
// whether there is none of that.
func unquoted(w *syntax.Word) (text string, known bool) {
	var b strings.Builder
	known = true
	var add func(parts []syntax.WordPart, quoted bool)
	add = func(parts []syntax.WordPart, quoted bool) {
		for _, p := range parts {
			switch p := p.(type) {
			case *syntax.Lit:
				text := p.Value
				if !quoted {
					text = strings.ReplaceAll(text, `\`, "")
				}
				b.WriteString(text)
			case *syntax.SglQuoted:
				b.WriteString(p.Value)
			case *syntax.DblQuoted:
				add(p.Parts, true)
			default:
				known = false
				b.WriteByte(0)
			}
		}
	}
	add(w.Parts, false)
	return b.String(), known
}

// before returns what stands in a word before a replacement string, without quotes.
func (s *script) before(w *syntax.Word, h placeholder) string {
	text := s.text[w.Pos().Offset():h.from]
	return strings.NewReplacer(`\`, "", `"`, "", "'", "").Replace(text)
}

// programWord returns which word of the program the word is that comes after the words before and begins with
// a text: 1 is the first, 0 is none.
func (p interpreter) programWord(before []*syntax.Word, begin string) int {
	saw, given, skip, ended, operands := false, false, false, false, 0
	for _, w := range before {
		text, _ := unquoted(w)
		isOption := !ended && len(text) > 1 && (text[0] == '-' || text[0] == '+')
		switch {
		case skip:
			skip = false
		case isOption && text == "--":
			ended = true
		case isOption && strings.HasPrefix(text, "--"):
			name, _, value := strings.Cut(text[2:], "=")
			program := slices.Contains(p.long, name)
			saw, given = saw || program && !value, given || program || name == "file"
			skip = !value && (name == "rcfile" || name == "init-file" || name == "file")
		case isOption && len(text) > 2 && strings.IndexByte(p.takes, text[1]) >= 0:
			given = given || text[1] == 'f' && p.operand == 1 // with its value behind it
		case isOption:
			if program := strings.ContainsAny(text[1:], p.option); program {
				saw, given = true, true
			}
			last := text[len(text)-1]
			skip = strings.IndexByte(p.takes, last) >= 0
			given = given || skip && last == 'f' && p.operand == 1
		case saw:
			if saw = false; !p.again {
				return 0 // what comes behind the program is for it
			}
		default:
			if operands++; p.operand == 0 && !p.late {
				return 0
			}
			ended = ended || !p.late && !given && operands >= p.operand
		}
	}
	switch {
	case skip:
		return 0
	case !ended && strings.HasPrefix(begin, "--"):
		if name, _, value := strings.Cut(begin[2:], "="); value && slices.Contains(p.long, name) {
			return 1
		}
		return 0
	case !ended && len(begin) > 1 && begin[0] == '-' && strings.IndexByte(p.takes, begin[1]) < 0 && strings.ContainsAny(begin[1:], p.option):
		return 1
	case saw:
		return 1
	case given || p.operand == 0 || !ended && strings.HasPrefix(begin, "-"):
		return 0
	}
	n := operands + 2 - p.operand
	if n == 1 || n > 1 && p.joined {
		return n
	}
	return 0
}
