package template

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An op makes of an input what stands in its place: the file name without its extension, say.
type op func(string) string

// ops are the modifiers that are always there, by what stands between the braces.
var ops = map[string]op{
	"":   func(s string) string { return s },
	".":  func(s string) string { return s[:extension(s, 1)] },
	"/":  base,
	"//": dirname,
	"/.": func(s string) string { s = base(s); return s[:extension(s, 1)] },
}

// plusOps are those of --plus.
var plusOps = map[string]op{
	"+/":   func(s string) string { return s[:max(0, strings.LastIndexByte(s, '/'))] },
	"+.":   func(s string) string { return s[afterDots(s, 1):] },
	"+..":  func(s string) string { return s[afterDots(s, 2):] },
	"+...": func(s string) string { return s[afterDots(s, 3):] },
	"..":   func(s string) string { return s[:extension(s, 2)] },
	"...":  func(s string) string { return s[:extension(s, 3)] },
	"/..":  func(s string) string { s = base(s); return s[:extension(s, 2)] },
	"/...": func(s string) string { s = base(s); return s[:extension(s, 3)] },
}

// base returns what comes after the last slash. It is empty if s ends in one.
func base(s string) string { return s[strings.LastIndexByte(s, '/')+1:] }

// dirname returns the directory of a file as dirname(1) does.
func dirname(s string) string {
	s = trimSlashes(s)
	at := strings.LastIndexByte(s, '/')
	if at < 0 {
		return "."
	}
	return trimSlashes(s[:at+1])
}

// trimSlashes removes slashes at the end of s, but for one at its beginning.
func trimSlashes(s string) string {
	for len(s) > 1 && s[len(s)-1] == '/' {
		s = s[:len(s)-1]
	}
	return s
}

// extension returns where the last n extensions of the file name in s begin, or len(s)
// if it has fewer.
func extension(s string, n int) int {
	end := len(s)
	for range n {
		end = strings.LastIndexAny(s[:end], "./")
		if end < 0 || s[end] == '/' {
			return len(s)
		}
	}
	return end
}

// afterDots returns where the last n extensions begin, without the first dot, or len(s) if
// there are fewer.
func afterDots(s string, n int) int { return min(extension(s, n)+1, len(s)) }

// A dynamicOp makes an op of what stands between the braces: {%.tar.gz}.
type dynamicOp struct {
	form *regexp.Regexp
	make func(m []string) (op, error)
}

// dynamicOps are those of --plus, in the order in which they are tried.
var dynamicOps = []dynamicOp{
	{regexp.MustCompile(`^:-(.+)$`), func(m []string) (op, error) {
		return func(s string) string {
			if s == "" {
				return m[1]
			}
			return s
		}, nil
	}},
	{regexp.MustCompile(`^:(\d{1,9})(?::(\d{1,9}))?$`), func(m []string) (op, error) {
		from, _ := strconv.Atoi(m[1])
		n := -1
		if m[2] != "" {
			n, _ = strconv.Atoi(m[2])
		}
		return func(s string) string { return substring(s, from, n) }, nil
	}},
	replacing(`^##([^#].*)$`, `^(?:`, `)`, false),
	replacing(`^#([^#].*)$`, `(?U)^(?:`, `)`, false),
	replacing(`^%%(.+)$`, `(?:`, `)$`, false),
	{regexp.MustCompile(`^%([^%].*)$`), shortestSuffix},
	replacing(`^/#([^/]+)/(.*)$`, `^(?:`, `)`, false),
	replacing(`^/%([^/]+)/(.*)$`, `(?:`, `)$`, false),
	replacing(`^//([^/]+)/(.*)$`, `(?:`, `)`, true),
	replacing(`^/([^#%/]+)/(.*)$`, `(?:`, `)`, false),
	changing(`^\^\^(.+)$`, `(?:`, strings.ToUpper),
	changing(`^\^([^^].*)$`, `^(?:`, strings.ToUpper),
	changing(`^,,(.+)$`, `(?:`, strings.ToLower),
	changing(`^,([^,].*)$`, `^(?:`, strings.ToLower),
}

// substring returns n characters of s from from on, all if n is negative.
func substring(s string, from, n int) string {
	for ; from > 0 && s != ""; from-- {
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	end := len(s)
	if n >= 0 {
		end = 0
		for ; n > 0 && end < len(s); n-- {
			_, size := utf8.DecodeRuneInString(s[end:])
			end += size
		}
	}
	return s[:end]
}

// replacing returns the op that replaces the first match, or all, of the expression in a form
// by the second group of the form, if it has one.
func replacing(form, before, after string, all bool) dynamicOp {
	return dynamicOp{regexp.MustCompile(form), func(m []string) (op, error) {
		find, err := regexp.Compile(before + m[1] + after)
		if err != nil {
			return nil, err
		}
		with := ""
		if len(m) > 2 {
			with = m[2]
		}
		return func(s string) string {
			if all {
				return find.ReplaceAllLiteralString(s, with)
			}
			at := find.FindStringIndex(s)
			if at == nil {
				return s
			}
			return s[:at[0]] + with + s[at[1]:]
		}, nil
	}}
}

// shortestSuffix makes the op that removes the shortest match at the end.
func shortestSuffix(m []string) (op, error) {
	find, err := regexp.Compile(`(?s)^(.*)(?:` + m[1] + `)$`)
	if err != nil {
		return nil, err
	}
	return func(s string) string {
		if at := find.FindStringSubmatchIndex(s); at != nil {
			return s[:at[3]]
		}
		return s
	}, nil
}

// changing returns the op that changes all matches of the expression in a form.
func changing(form, before string, change func(string) string) dynamicOp {
	return dynamicOp{regexp.MustCompile(form), func(m []string) (op, error) {
		find, err := regexp.Compile(before + m[1] + `)`)
		if err != nil {
			return nil, err
		}
		return func(s string) string { return find.ReplaceAllStringFunc(s, change) }, nil
	}}
}
