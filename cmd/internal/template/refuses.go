package template

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// refuses returns what it is about the place that no quoting suits, or "".
func (s *script) refuses(stack []syntax.Node, h placeholder) string {
	inside := true // no command substitution is between the node and the replacement string
	quoted, braced := false, false
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *syntax.CmdSubst:
			if n.Backquotes {
				return "in `…`, where a quote would need other quotes; want $(…)"
			}
			inside = false
		case *syntax.Redirect:
			if n.Op == syntax.Hdoc || n.Op == syntax.DashHdoc {
				return "in a here-document, where nothing can be quoted; want printf '%s\\n' {} | …"
			}
		case *syntax.TestClause, *syntax.LetClause:
			return "in [[ … ]] or let, where bash runs what an input says; want [ … ]"
		case *syntax.ParamExp:
			braced = braced || inside
			if p, ok := stack[i+1].(*syntax.Word); inside && (!ok || n.Exp == nil || n.Exp.Word != p) {
				return "in ${…}, or behind $name, as part of a name; want ${name}{}"
			}
		case *syntax.SglQuoted, *syntax.DblQuoted:
			if s.escaped(int(n.Pos().Offset())) || s.text[n.Pos().Offset()] == '$' {
				return "in $'…' or $\"…\", which shells read in different ways; want it without $"
			}
			quoted = quoted || inside && braced
		case *syntax.Assign:
			if n.Index != nil && n.Index == stack[i+1] {
				return indexed
			}
			if n.Name != nil && slices.Contains(run, n.Name.Value) {
				return "in the value of " + n.Name.Value + ", which the shell runs"
			}
		case *syntax.ArrayElem:
			if n.Index != nil && n.Index == stack[i+1] {
				return indexed
			}
		case *syntax.DeclClause:
			if a, ok := stack[i+1].(*syntax.Assign); ok && inside && (a.Name == nil || a.Name == stack[i+2] || numeric(n)) {
				return "where " + n.Variant.Value + " reads a name or a number, for which bash runs what an input says; want name={}"
			}
		case *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.CStyleLoop:
			if !inside {
				return "in the $(…) of $((…)), where bash runs what comes of it; put it into a variable before, and look whether that is a number"
			}
			if _, ok := stack[len(stack)-1].(*syntax.SglQuoted); inside && (ok || !isArithmetic(stack[len(stack)-3])) {
				return "in quotes within $((…)); want it without"
			}
		}
	}
	if quoted {
		return `in "${…}", where shells differ in what a quote is; put it into a variable before`
	}
	if _, ok := stack[len(stack)-1].(*syntax.Lit); ok && s.escaped(h.from) {
		return `behind \ or $, which would take away the quote that it gets`
	}
	return ""
}

const indexed = "in the index of an array, where bash runs what an input says"

// run are variables of which a shell runs the value.
var run = []string{"PS0", "PS1", "PS2", "PS4", "ENV", "BASH_ENV", "PROMPT_COMMAND"}

// numeric tells whether a declaration makes variables whose values bash evaluates, or that are names of
// others.
func numeric(n *syntax.DeclClause) bool {
	return slices.ContainsFunc(n.Args, func(a *syntax.Assign) bool {
		if !a.Naked || a.Value == nil {
			return false
		}
		flag, known := unquoted(a.Value)
		return !known || strings.HasPrefix(flag, "-") && strings.ContainsAny(flag, "in")
	})
}

// escaped tells whether a backslash or dollar sign before an offset takes what comes there.
func (s *script) escaped(at int) bool {
	before := s.text[:at]
	for strings.HasSuffix(before, "\\\n") {
		before = before[:len(before)-2]
	}
	rest := strings.TrimRight(before, `\`)
	if len(before)-len(rest) > 0 {
		return (len(before)-len(rest))%2 == 1
	}
	name, dollar := strings.CutSuffix(before, "$")
	return dollar && (len(name)-len(strings.TrimRight(name, `\`)))%2 == 0
}
