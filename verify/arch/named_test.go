package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var testName = regexp.MustCompile(`\bTest[A-Z]\w*`)

// unwritten complains of documents that name a test which is not there.
func unwritten(t *tree) []string {
	has := map[string]bool{}
	for _, s := range t.files {
		for _, d := range s.ast.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && s.test && f.Recv == nil {
				has[f.Name.Name] = true
			}
		}
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(t.texts)) {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		for i, l := range strings.Split(t.texts[name], "\n") {
			for _, test := range testName.FindAllString(l, -1) {
				if !has[test] {
					out = append(out, fmt.Sprintf("%s:%d: no test is called %s", name, i+1, test))
				}
			}
		}
	}
	return out
}

func TestNamedTestsExist(t *testing.T) { none(t, unwritten(repo(t))) }

func TestControlNamedTests(t *testing.T) {
	r := planted(t,
		"docs/a.md", "TestHere, `TestGone` and a Test\nTestHelper, TestMethod\n",
		"a.go", "package a\n\nfunc TestHelper() {}\n",
		"a_test.go", "package a\n\nimport \"testing\"\n\ntype x int\n\nfunc TestHere(t *testing.T) {}\n\nfunc (x) TestMethod() {}\n",
	)
	exactly(t, unwritten(r), "docs/a.md:1: no test is called TestGone", "docs/a.md:2: no test is called TestHelper", "docs/a.md:2: no test is called TestMethod")
}
