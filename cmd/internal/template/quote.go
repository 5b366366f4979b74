package template

import "strings"

// A quoting makes of an input the text that means that input where it stands in a script.
type quoting struct{ of func(input string) string }

var (
	asItIs   = &quoting{func(input string) string { return input }}
	bare     = &quoting{quoteWord}
	always   = &quoting{func(input string) string { return "'" + inSingle.of(input) + "'" }}
	inSingle = &quoting{func(input string) string { return strings.ReplaceAll(input, "'", `'\''`) }}
	inDouble = &quoting{quoteDouble}
	inSum    = &quoting{integer}
)

func (p *part) quoted(input string) string {
	if p.quote == nil {
		return input
	}
	return p.quote.of(input)
}

// quoteWord quotes a word so that it is no word of the shell's own either, as esac behind ;; would be.
func quoteWord(s string) string {
	switch s {
	case "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for", "in", "function", "select", "time", "coproc":
		return always.of(s)
	}
	return quoteShell(s)
}

// quoteDouble quotes a text within "…". One that is not ASCII stands between two such, in apostrophes: in a
// locale as GBK a byte and the backslash behind it are one letter.
func quoteDouble(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) >= 0 {
		return `"'` + inSingle.of(s) + `'"`
	}
	return escapes.Replace(s)
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, `$`, `\$`, "`", "\\`")

// quoteShell quotes a word for sh as GNU parallel does.
func quoteShell(s string) string {
	if s == "" {
		return "''"
	}
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.+/", r)
	}
	if strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	s = "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'"
	s = strings.TrimPrefix(s, "''")
	return strings.TrimSuffix(s, "''")
}

// integer lets only an integer into an arithmetic expression, where bash would run what is in a[$(cmd)].
func integer(input string) string {
	if digits := strings.TrimLeft(input, "+-"); digits != "" && len(input)-len(digits) <= 1 && strings.Trim(digits, "0123456789") == "" {
		return "(" + input + ")" // x-{} and -3
	}
	return "0 not_an_integer" // no expression in any shell
}
