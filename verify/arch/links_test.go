package arch

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// papers is where the keys of citations are explained.
const papers = "docs/papers.md"

var (
	inlineLink = regexp.MustCompile(`!?\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)`)
	namedLink  = regexp.MustCompile(`^\[[^\]]+\]:\s+(\S+)`)
	heading    = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*$`)
	setAnchor  = regexp.MustCompile(`<a (?:id|name)="([^"]+)"`)
	codeSpan   = regexp.MustCompile("`[^`]*`")
	docsPath   = regexp.MustCompile(`\bdocs/[\w./-]*\w(?:#[\w-]+)?`)
	pathSpan   = regexp.MustCompile("`((?:internal|deque|span|par|cmd|lab|examples|vet|docs|\\.ci)(?:/[\\w./-]*)?|[a-z_]+\\.go)`")
	citation   = regexp.MustCompile(`\[([A-Z][A-Za-z]{1,4}[0-9]{2}[a-z]?)\]`)
)

func readFile(t *tree, name string) (string, error) {
	data, err := fs.ReadFile(t.fsys, name)
	return string(data), err
}

// prose returns the lines of a document with fenced code blanked out.
func prose(text string) []string {
	lines := strings.Split(text, "\n")
	fenced := false
	for i, l := range lines {
		fence := strings.HasPrefix(strings.TrimSpace(l), "```")
		if fence || fenced {
			lines[i] = ""
		}
		fenced = fenced != fence
	}
	return lines
}

// anchors returns the fragments that a document defines: its headings, the way
// GitHub spells them, and explicit anchors.
func anchors(text string) map[string]bool {
	out := map[string]bool{}
	for _, l := range prose(text) {
		if m := heading.FindStringSubmatch(l); m != nil {
			s := slug(m[1])
			for n, base := 1, s; out[s]; n++ {
				s = fmt.Sprintf("%s-%d", base, n)
			}
			out[s] = true
		}
		for _, m := range setAnchor.FindAllStringSubmatch(l, -1) {
			out[m[1]] = true
		}
	}
	return out
}

func slug(title string) string {
	title = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`).ReplaceAllString(title, "$1")
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// target says what is wrong with a reference to file#fragment, "" if nothing.
func target(t *tree, file, fragment string) string {
	if _, err := fs.Stat(t.fsys, file); err != nil {
		return "no file " + file
	}
	if fragment == "" || !strings.HasSuffix(file, ".md") {
		return ""
	}
	if text, _ := readFile(t, file); !anchors(text)[fragment] {
		return fmt.Sprintf("no heading #%s in %s", fragment, file)
	}
	return ""
}

// dead complains of relative links in documents that lead nowhere.
func dead(t *tree) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(t.texts)) {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		for i, l := range prose(t.texts[name]) {
			l = codeSpan.ReplaceAllString(l, "`")
			for _, m := range append(inlineLink.FindAllStringSubmatch(l, -1), namedLink.FindAllStringSubmatch(l, -1)...) {
				file, fragment, _ := strings.Cut(m[1], "#")
				if strings.Contains(file, ":") {
					continue // another site
				}
				to := name
				if file != "" {
					to = path.Join(path.Dir(name), file)
				}
				if problem := target(t, to, fragment); problem != "" {
					out = append(out, fmt.Sprintf("%s:%d: dead link: %s", name, i+1, problem))
				}
			}
		}
	}
	return out
}

// unplaced complains of paths in back quotes that do not exist. The file name
// x.go stands for a file that the reader will write.
func unplaced(t *tree) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(t.texts)) {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		for i, l := range prose(t.texts[name]) {
			for _, m := range pathSpan.FindAllStringSubmatch(l, -1) {
				to := path.Clean(m[1])
				if path.Base(to) == "x.go" {
					to = path.Dir(to)
				}
				if problem := target(t, to, ""); problem != "" && path.Base(to) != "doc.go" {
					out = append(out, fmt.Sprintf("%s:%d: %s", name, i+1, problem))
				}
			}
		}
	}
	return out
}

// lost complains of comments in Go files that point into docs/ at nothing.
func lost(t *tree) []string {
	var out []string
	eachComment(t, func(at, text string) {
		for _, m := range docsPath.FindAllStringIndex(text, -1) {
			if m[0] > 0 && (text[m[0]-1] == '/' || text[m[0]-1] == '.') {
				continue // docs of somewhere else
			}
			file, fragment, _ := strings.Cut(text[m[0]:m[1]], "#")
			if problem := target(t, file, fragment); problem != "" {
				out = append(out, at+": "+problem)
			}
		}
	})
	return out
}

// uncited complains of citation keys that docs/papers.md does not explain.
func uncited(t *tree) []string {
	known := map[string]bool{}
	for l := range strings.Lines(t.texts[papers]) {
		for _, m := range citation.FindAllStringSubmatch(l, 1) { // the first key of a line defines it
			known[m[1]] = true
		}
	}
	var out []string
	cite := func(at, text string) {
		for _, m := range citation.FindAllStringSubmatch(text, -1) {
			if !known[m[1]] {
				out = append(out, fmt.Sprintf("%s: [%s] is not in %s", at, m[1], papers))
			}
		}
	}
	eachComment(t, cite)
	for _, name := range slices.Sorted(maps.Keys(t.texts)) {
		for i, l := range prose(t.texts[name]) {
			cite(fmt.Sprintf("%s:%d", name, i+1), l)
		}
	}
	return out
}

// eachComment calls f for every line of comment outside verify/arch, whose
// tests quote broken ones.
func eachComment(t *tree, f func(at, text string)) {
	for _, s := range t.files {
		if s.dir() == "verify/arch" {
			continue
		}
		for _, group := range s.ast.Comments {
			for _, c := range group.List {
				for i, l := range strings.Split(c.Text, "\n") {
					f(fmt.Sprintf("%s:%d", s.path, t.fset.Position(c.Pos()).Line+i), l)
				}
			}
		}
	}
}

func TestLinksLead(t *testing.T) { none(t, dead(repo(t))) }

func TestPathsExist(t *testing.T) { none(t, unplaced(repo(t))) }

func TestCommentsPointSomewhere(t *testing.T) { none(t, lost(repo(t))) }

func TestPapersAreListed(t *testing.T) { none(t, uncited(repo(t))) }

func TestControlLinks(t *testing.T) {
	r := planted(t,
		"README.md", "# The `a` b, c\n[x](docs/a.md) [y](docs/gone.md) ![z](img.png)\n`[n](no.md)`\n```\n[n](no.md)\n```\n"+
			"[w](https://example.com/q.md) [s](#the-a-b-c) [q](#gone)\n[r]: docs/a.md#two-1\n[r]: docs/a.md#two-2\n",
		"docs/a.md", "# Two\n## Two\n[up](../README.md) [up](README.md) cites [XY99]\n",
		"docs/b.md", "`internal/gone` `internal/sub/x.go` `internal/sub/y.go` `a.go` `b.go`\n",
		"internal/sub/z.go", "package sub\n",
		papers, "[AB12] is cited by [CD34]\n",
		"a.go", "// Package skua, see docs/a.md and docs/c.md, and docs/a.md#three.\n// Also [AB12], [EF56], and https://example.com/docs/c.md\npackage skua\n",
	)
	exactly(t, dead(r),
		"README.md:2: dead link: no file docs/gone.md",
		"README.md:2: dead link: no file img.png",
		"README.md:7: dead link: no heading #gone",
		"README.md:9: dead link: no heading #two-2",
		"docs/a.md:3: dead link: no file docs/README.md",
	)
	exactly(t, unplaced(r), "no file internal/gone", "no file internal/sub/y.go", "no file b.go")
	exactly(t, lost(r), "a.go:1: no file docs/c.md", "a.go:1: no heading #three")
	exactly(t, uncited(r), "a.go:2: [EF56]", "docs/a.md:3: [XY99]", "docs/papers.md:1: [CD34]")
}
