package trace

import (
	"fmt"
	"strconv"
)

// site is the worst call site of a loss, or nil.
func (r *Report) site(n Named) *Site {
	if n.Site < 0 {
		return nil
	}
	return &r.Sites[n.Site]
}

func (r *Report) at(n Named) string     { return r.where(n, " at %s") }
func (r *Report) inside(n Named) string { return r.where(n, " inside %s") }
func (r *Report) while(n Named) string  { return r.where(n, " while %s ran") }

// where names the worst call site.
func (r *Report) where(n Named, format string) string {
	switch s := r.site(n); {
	case s == nil || s.Name == "unknown":
		return ""
	case s.Kind == OutsideSite:
		return " while the program was in no call"
	default:
		return fmt.Sprintf(format, s.Name)
	}
}

// duration writes seconds with two or three digits.
func duration(seconds float64) string {
	for _, u := range []struct {
		name string
		size float64
	}{{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}} {
		if seconds >= 0.9995*u.size {
			return digits(seconds/u.size) + " " + u.name
		}
	}
	return digits(seconds*1e9) + " ns"
}

// digits writes 9.1, 12 and 120.
func digits(x float64) string {
	if x < 9.95 && x > 0 {
		text := strconv.FormatFloat(x, 'f', 1, 64)
		if text[len(text)-2:] == ".0" {
			return text[:len(text)-2]
		}
		return text
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// plural writes "20,000 loops".
func plural(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return thousands(n) + " " + noun
}

// plainly writes "1 processor" and "1.5 processors".
func plainly(x float64, noun string) string {
	if x != 1 {
		noun += "s"
	}
	return strconv.FormatFloat(x, 'f', -1, 64) + " " + noun
}

func thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
