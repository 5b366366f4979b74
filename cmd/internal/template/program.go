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
	option  string // letters: the word after an option that ends in one of them is a program
	operand int    // without such an option, this word that is no option is one, from 1
	joined  bool   // with all words behind it
	takes   string // options that take the word after them; f is that of a file with the program
}

var (
	ofShell  = interpreter{option: "c"}
	ofAwk    = interpreter{operand: 1, takes: "vFf"}
	joining  = interpreter{operand: 1, joined: true}
	programs = map[string]interpreter{
		"sh": ofShell, "bash": ofShell, "dash": ofShell, "ash": ofShell, "ksh": ofShell, "mksh": ofShell,
		"zsh": ofShell, "fish": ofShell, "su": ofShell, "python": ofShell, "python2": ofShell, "python3": ofShell,
		"perl": {option: "eE"}, "ruby": {option: "e"}, "lua": {option: "e"}, "node": {option: "ep"}, "php": {option: "r"},
		"awk": ofAwk, "gawk": ofAwk, "mawk": ofAwk, "nawk": ofAwk, "sed": {option: "e", operand: 1, takes: "fl"},
		"trap": {operand: 1}, "eval": joining, "let": joining,
		"ssh": {operand: 2, joined: true, takes: "BbcDEeFIiJLlmOopQRSWw"},
	}
)

// program returns the reason if the replacement string is part of the program of an interpreter, or "".
// A program that is nothing but the replacement string is one that the user has asked for.
func program(stack []syntax.Node, h placeholder) string {
	at := slices.IndexFunc(stack, func(n syntax.Node) bool { return n == command(stack) })
	if at < 0 {
		return ""
	}
	args := stack[at].(*syntax.CallExpr).Args
	word := slices.IndexFunc(args, func(w *syntax.Word) bool { return w == stack[at+1] })
	for i := range max(0, word) {
		name := path.Base(args[i].Lit())
		how, ok := programs[name]
		if !ok {
			continue
		}
		n := how.programWord(args[i+1 : word])
		alone := isWord(stack, h) && !(how.joined && (n > 1 || word < len(args)-1))
		if n > 0 && !alone {
			return "in the program of " + name + ", which would run what an input says; " +
				"give it as an argument of its own, as in sh -c 'ls \"$1\"' sh {} or awk -v x={} '…'"
		}
	}
	return ""
}

// command is the innermost command of the stack that has the last node in one of its words, nil if there
// is none.
func command(stack []syntax.Node) syntax.Node {
	for _, n := range slices.Backward(stack) {
		switch n.(type) {
		case *syntax.CallExpr:
			return n
		case *syntax.CmdSubst:
			return nil
		}
	}
	return nil
}

// programWord returns which word of the program comes after the words before: 1 is the first, 0 is none.
func (p interpreter) programWord(before []*syntax.Word) int {
	operand, program, takes := 1, p.operand, false
	for i, w := range before {
		word := w.Lit()
		last := word[max(0, len(word)-1):]
		switch {
		case takes:
			takes = false
		case operand > 1 || len(word) < 2 || word[0] != '-':
			operand++
		case word[1] != '-' && strings.Contains(p.option, last):
			if i == len(before)-1 {
				return 1
			}
			takes, program = true, 0
		case len(word) == 2 && strings.Contains(p.takes, last):
			takes = true
			if last == "f" && p.operand == 1 {
				program = 0
			}
		}
	}
	if takes || program == 0 || operand > program && !p.joined {
		return 0
	}
	return max(0, operand-program+1)
}
