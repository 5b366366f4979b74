package arch

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// decisions has the pages, and indexFile lists them by question.
const (
	decisions = "docs/decisions"
	indexFile = decisions + "/README.md"
)

var (
	pageName = regexp.MustCompile(`^(\d{4})-[\w.-]+\.md$`)
	// The third line of a page has its date and its status, which names other pages by links.
	statusLine = regexp.MustCompile(`^\d{1,2} [A-Z][a-z]+ \d{4} · (accepted|amended by [^;]+|superseded by [^;]+)(?:; amends ([^;]+))?$`)
	// A row of the index has a page, its question and its status, which names other pages by number.
	indexRow  = regexp.MustCompile(`^\| (.+\?) \| \[(\d{4})\]\(([^)]+)\) \| (.+) \|$`)
	linksOnly = regexp.MustCompile(`\[(\d{4})\]\([^)]*\)`)
	fourth    = regexp.MustCompile(`\d{4}`)
)

// A verdict is the status of a page: one of three words, and the pages that changed it.
type verdict struct {
	word   string
	by     []string
	amends []string
}

func verdictOf(status string) verdict {
	word, _, _ := strings.Cut(status, " ")
	return verdict{word: word, by: fourth.FindAllString(linksOnly.ReplaceAllString(status, "$1"), -1)}
}

func (v verdict) String() string {
	if v.word == "accepted" {
		return v.word
	}
	return v.word + " by " + strings.Join(v.by, ", ")
}

// undecided complains of pages of docs/decisions without a status, or that the index leaves out; of rows of
// the index with another status than their page; and of pages that amend others, where these do not say so.
func undecided(t *tree) (out []string) {
	pages := map[string]verdict{} // by number
	for _, name := range slices.Sorted(maps.Keys(t.texts)) {
		if path.Dir(name) != decisions || name == indexFile {
			continue
		}
		m := pageName.FindStringSubmatch(path.Base(name))
		if m == nil {
			out = append(out, name+": want a name such as 0001-some-words.md")
			continue
		}
		lines := append(strings.Split(t.texts[name], "\n"), "", "", "")
		s := statusLine.FindStringSubmatch(lines[2])
		if s == nil {
			out = append(out, name+":3: want a date and a status: accepted, amended by or superseded by others, and whom it amends")
			continue
		}
		v := verdictOf(s[1])
		v.amends = fourth.FindAllString(linksOnly.ReplaceAllString(s[2], "$1"), -1)
		pages[m[1]] = v
	}
	return append(append(out, oneSided(pages)...), unindexed(t.texts[indexFile], pages)...)
}

// oneSided complains where only one of two pages says that one has changed the other.
func oneSided(pages map[string]verdict) (out []string) {
	for _, n := range slices.Sorted(maps.Keys(pages)) {
		v := pages[n]
		for _, by := range v.by {
			if by <= n {
				out = append(out, fmt.Sprintf("%s: %s cannot have changed it", n, by))
			} else if v.word == "amended" && !slices.Contains(pages[by].amends, n) {
				out = append(out, fmt.Sprintf("%s: %s does not say that it amends it", n, by))
			}
		}
		for _, of := range v.amends {
			if !slices.Contains(pages[of].by, n) {
				out = append(out, fmt.Sprintf("%s: it amends %s, which does not say so", n, of))
			}
		}
	}
	return out
}

// unindexed complains of the rows of an index, and of pages that have none.
func unindexed(index string, pages map[string]verdict) (out []string) {
	seen := map[string]bool{}
	for i, l := range strings.Split(index, "\n") {
		m := indexRow.FindStringSubmatch(l)
		if m == nil {
			if strings.Contains(l, "](0") && strings.HasPrefix(l, "|") {
				out = append(out, fmt.Sprintf("%s:%d: want | question? | [number](page) | status |", indexFile, i+1))
			}
			continue
		}
		v, there := pages[m[2]]
		seen[m[2]] = true
		switch {
		case !there || !strings.HasPrefix(m[3], m[2]+"-"):
			out = append(out, fmt.Sprintf("%s:%d: %s is no page of that number with a status", indexFile, i+1, m[3]))
		case v.String() != verdictOf(m[4]).String():
			out = append(out, fmt.Sprintf("%s:%d: %s is %q here, and says itself %q", indexFile, i+1, m[2], m[4], v))
		}
	}
	for _, n := range slices.Sorted(maps.Keys(pages)) {
		if !seen[n] {
			out = append(out, fmt.Sprintf("%s: leaves out %s", indexFile, n))
		}
	}
	return out
}

func TestDecisionsHaveAStatus(t *testing.T) { none(t, undecided(repo(t))) }

func TestControlDecisions(t *testing.T) {
	page := func(status string) string { return "# Title\n\n1 May 2026 · " + status + "\n\n## Context\n" }
	r := planted(t,
		decisions+"/0001-a.md", page("amended by [0003](0003-c.md) and [0004](0004-d.md)"),
		decisions+"/0002-b.md", page("accepted"),
		decisions+"/0003-c.md", page("superseded by [0002](0002-b.md)"),
		decisions+"/0004-d.md", page("accepted; amends [0001](0001-a.md) and [0002](0002-b.md)"),
		decisions+"/0005-e.md", page("proposed"),
		decisions+"/0006-f.md", page("accepted, more or less"),
		decisions+"/notes.md", "\n",
		indexFile, "| Question | Page | Status |\n|---|---|---|\n| Why? | [0001](0001-a.md) | amended by 0003, 0004 |\n"+
			"| What? | [0003](0003-c.md) | accepted |\n| When? | [0004](0003-c.md) | accepted |\n"+
			"| Where | [0004](0004-d.md) | accepted |\n| Who? | [0007](0007-g.md) | accepted |\n",
	)
	exactly(t, undecided(r),
		"0005-e.md:3: want a date", "0006-f.md:3: want a date", "notes.md: want a name",
		"0001: 0003 does not say", "0003: 0002 cannot", "0004: it amends 0002",
		`README.md:4: 0003 is "accepted" here, and says itself "superseded by 0002"`, "README.md:5: 0003-c.md is no page",
		"README.md:6: want", "README.md:7: 0007-g.md is no page", "README.md: leaves out 0002")
}
