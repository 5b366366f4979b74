package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua/lab"
)

// thousands puts commas into a number of five digits or more.
func thousands(number string) string {
	sign := ""
	if strings.HasPrefix(number, "-") {
		sign, number = "-", number[1:]
	}
	whole, rest := number, ""
	if i := strings.IndexAny(number, ".e"); i >= 0 {
		whole, rest = number[:i], number[i:]
	}
	if len(whole) < 5 {
		return sign + number
	}
	var b strings.Builder
	for i, r := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return sign + b.String() + rest
}

// number writes x with three digits, or more if it is whole.
func number(x float64) string {
	size := math.Abs(x)
	switch {
	case x == math.Trunc(x) && size < 1e15:
		return thousands(strconv.FormatFloat(x, 'f', 0, 64))
	case size >= 1e12 || size < 1e-4:
		exp := int(math.Floor(math.Log10(size)))
		return strconv.FormatFloat(x/math.Pow(10, float64(exp)), 'f', 2, 64) + "·10" + super(exp)
	case size >= 100:
		return thousands(strconv.FormatFloat(x, 'f', 0, 64))
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

// withUnit writes a fact's value.
func withUnit(f lab.Fact) string {
	if f.Unit == "%" {
		return number(f.Value) + " %"
	}
	return strings.TrimSpace(number(f.Value) + " " + f.Unit)
}

// values writes what a parameter is set to.
func values(v []int) string {
	var parts []string
	for _, x := range v {
		parts = append(parts, thousands(strconv.Itoa(x)))
	}
	if len(parts) > 12 {
		parts = append(append(parts[:6:6], "…"), parts[len(parts)-3:]...)
	}
	return strings.Join(parts, ", ")
}

// machine is the line that says where a result comes from.
func machine(r lab.Result) string {
	m := r.Machine
	text := fmt.Sprintf("%s, %s, GOMAXPROCS %d, %s/%s, %s, commit %s",
		m.CPU, plural(m.Cores, "core"), m.GOMAXPROCS, m.OS, m.Arch, m.Go, short(m.Commit))
	if m.Load != "" {
		text += ", load " + m.Load
	}
	return text
}

// short cuts a commit to what is enough to find it.
func short(commit string) string {
	revision, dirty, _ := strings.Cut(commit, "+")
	if len(revision) == 40 {
		revision = revision[:12]
	}
	if dirty != "" {
		revision += "+" + dirty
	}
	return revision
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return thousands(strconv.Itoa(n)) + " " + what
}

// circumstances is the line that says how much was measured, and when.
func circumstances(r lab.Result) string {
	return fmt.Sprintf("%s run, seed %d, %s in %s, %s, %s", mode(r), r.Settings.Seed,
		plural(r.Samples, "sample"), plural(r.Cases, "case"), took(r.Seconds), r.Date.Format("2006-01-02 15:04 MST"))
}

func mode(r lab.Result) string {
	if r.Settings.Quick {
		return "quick"
	}
	return "full"
}

func took(seconds float64) string {
	if seconds < 10 {
		return strconv.FormatFloat(seconds, 'g', 2, 64) + " s"
	}
	return time.Duration(seconds * float64(time.Second)).Round(time.Second).String()
}

// summary counts the verdicts.
func summary(results []lab.Result) string {
	n := map[lab.Verdict]int{}
	for _, r := range results {
		n[r.Finding.Verdict]++
	}
	return fmt.Sprintf("%s: %d confirmed, %d refuted, %d inconclusive", plural(len(results), "experiment"),
		n[lab.Confirmed], n[lab.Refuted], n[lab.Inconclusive])
}
