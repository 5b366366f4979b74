package arch

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mostWords is how long the comment of a package may be that users import: a page of pkg.go.dev
// that is read. What is longer belongs to a page of docs.
const mostWords = 400

// strayed finds what leads nowhere on pkg.go.dev: the name of a test, the key of a paper, a file.
var strayed = regexp.MustCompile(`\((?:Test|Benchmark)\w+\)|\[[A-Z][A-Za-z]*\d\d\w*\]|\bdocs/[\w/-]+\.md\b|(?m:^\t[\w/*]+\.go\b)`)

// longwinded complains of package comments of the root module's public packages that have more than
// mostWords words, or what has strayed into them. The comment of a pool to be read lists its files.
func longwinded(t *tree) (out []string) {
	for dir, files := range t.dirs {
		if strings.Contains("/"+dir+"/", "/internal/") || slices.ContainsFunc(t.modules(), func(m string) bool {
			return m != "." && within(dir, m)
		}) {
			continue
		}
		for _, s := range files {
			if path.Base(s.path) != "doc.go" || s.ast.Doc == nil {
				continue
			}
			text := s.ast.Doc.Text()
			if n := len(strings.Fields(text)); n > mostWords {
				out = append(out, fmt.Sprintf("%s: %d words, want at most %d", s.path, n, mostWords))
			}
			text = strings.ReplaceAll(text, "https://github.com/skua-go/skua/blob/main/docs/", "")
			for _, m := range strayed.FindAllString(text, -1) {
				if dir != "classic" || !strings.HasSuffix(m, ".go") {
					out = append(out, fmt.Sprintf("%s: %s leads nowhere on pkg.go.dev", s.path, strings.TrimSpace(m)))
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

func TestPackageCommentsAreShort(t *testing.T) { none(t, longwinded(repo(t))) }

func TestControlPackageComments(t *testing.T) {
	long := "// Package par is" + strings.Repeat(" so", mostWords-2) + ".\n"
	r := planted(t,
		"par/doc.go", long+"package par\n", "par/internal/call/doc.go", long+"package call\n",
		"bench/go.mod", "module "+rootModule+"/bench\n", "bench/doc.go", long+"package bench\n",
		"span/doc.go", "// Package span is (TestSpan), after [WSR11], as docs/a.md says, but\n"+
			"// https://github.com/skua-go/skua/blob/main/docs/a.md too.\n//\n//\trange.go a range\npackage span\n",
		"classic/doc.go", "// Package classic is.\n//\n//\tpool.go  the pool\npackage classic\n")
	exactly(t, longwinded(r), "par/doc.go: 401 words", "span/doc.go: (TestSpan)", "span/doc.go: [WSR11]", "span/doc.go: docs/a.md", "span/doc.go: range.go")
}
