package report

import (
	"regexp"
	"strconv"
	"strings"
)

const (
	raised  = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
	lowered = "₋₀₁₂₃₄₅₆₇₈₉"
	plain   = "-0123456789"
)

// super writes n as an exponent.
func super(n int) string { return translate(strconv.Itoa(n), plain, raised) }

func translate(text, from, to string) string {
	target := []rune(to)
	n := 0
	var pairs []string
	for _, r := range from {
		pairs = append(pairs, string(r), string(target[n]))
		n++
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

var scripts = regexp.MustCompile(`([` + raised + `]+|[` + lowered + `]+)([^` + raised + lowered + `<]*)`)

// setScripts sets exponents and indices in the text elements of a picture as
// small digits: few fonts have them as characters.
func setScripts(svg string) string {
	return scripts.ReplaceAllStringFunc(svg, func(found string) string {
		m := scripts.FindStringSubmatch(found)
		digits, shift, back := translate(m[1], raised, plain), "-.45em", ".315em"
		if strings.ContainsAny(m[1], lowered) {
			digits, shift, back = translate(m[1], lowered, plain), ".25em", "-.175em"
		}
		out := `<tspan dy="` + shift + `" font-size="70%">` + digits + `</tspan>`
		if m[2] != "" {
			out += `<tspan dy="` + back + `">` + strings.ReplaceAll(m[2], " ", "\u00a0") + `</tspan>`
		}
		return out
	})
}
