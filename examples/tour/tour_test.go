package tour

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A step of the page: the folder of its program, the program, and what the page says that it prints.
var step = regexp.MustCompile("<!-- examples/tour/(\\w+)/main\\.go#\\w+ -->\n```go\n((?s:.*?))```\n+```text\n((?s:.*?))```\n")

const most = 25 // lines of a program

// Each program of the page runs, and prints what the page says.
func TestTour(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "tour.md"))
	if err != nil {
		t.Skip("the page is not part of this module: ", err)
	}
	all, shown := t.TempDir()+string(filepath.Separator), map[string]bool{}
	if out, err := exec.Command("go", "build", "-o", all, "./...").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, m := range step.FindAllStringSubmatch(string(page), -1) {
		name, program, want := m[1], m[2], m[3]
		shown[name] = true
		if n := strings.Count(program, "\n"); n > most {
			t.Errorf("%s has %d lines, want at most %d", name, n, most)
		}
		if out, err := exec.Command(all + name).CombinedOutput(); err != nil || string(out) != want {
			t.Errorf("%s prints %q (%v), and the page says %q", name, out, err, want)
		}
	}
	programs, err := filepath.Glob("*/main.go")
	if err != nil || len(programs) == 0 {
		t.Fatal(programs, err)
	}
	for _, p := range programs {
		if !shown[filepath.Dir(p)] {
			t.Errorf("%s is not on the page with its output", p)
		}
	}
}
