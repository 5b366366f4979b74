package arch

import (
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// heavy packages drag listeners, handlers on the default mux or test flags into
// every program that links them.
var heavy = []string{"net/http", "expvar", "testing"}

// linked complains of packages that reach a heavy one. Each line of deps is a
// package and everything it depends on, as `go list` prints them.
func linked(deps string) []string {
	var out []string
	for line := range strings.Lines(deps) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		dir, local := localDir(fields[0])
		if !local {
			continue
		}
		if _, roofTree, _ := floorOf(dir); roofTree != "" {
			continue
		}
		for _, h := range heavy {
			if slices.Contains(fields[1:], h) {
				out = append(out, fmt.Sprintf("%s: links %s", fields[0], h))
			}
		}
	}
	return out
}

// forTests are the packages that only tests import: they are on the roof.
var forTests = []string{"internal/behaviour/kit", "internal/expect"}

// testingOutside complains of production files that import package testing,
// in any module: it registers flags in the user's program.
func testingOutside(t *tree) []string {
	var out []string
	for _, s := range t.production() {
		if slices.Contains(forTests, path.Dir(s.path)) {
			continue
		}
		for _, imp := range s.imports() {
			if imp == "testing" || strings.HasPrefix(imp, "testing/") {
				out = append(out, fmt.Sprintf("%s: imports %s", s.path, imp))
			}
		}
	}
	return out
}

func TestCoreIsLight(t *testing.T) {
	root, err := repoRoot()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "./...")
	cmd.Dir = root
	deps, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, stderrOf(err))
	}
	none(t, linked(string(deps)))
}

func stderrOf(err error) []byte {
	if e, ok := err.(*exec.ExitError); ok {
		return e.Stderr
	}
	return nil
}

func TestNoTestingInProduction(t *testing.T) { none(t, testingOutside(repo(t))) }

func TestControlCore(t *testing.T) {
	exactly(t, linked(rootModule+"/deque fmt net/http io\n"+
		rootModule+"/lab expvar net/http\n"+
		rootModule+"/examples/live net/http\n"),
		"deque: links net/http", "lab: links net/http", "lab: links expvar")
	exactly(t, testingOutside(planted(t,
		"deque/a.go", "package deque\nimport _ \"testing/iotest\"\n",
		"deque/a_test.go", "package deque\nimport _ \"testing\"\n",
	)), "deque/a.go: imports testing/iotest")
}
