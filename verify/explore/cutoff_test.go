package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == cutting {
		exitWith(cutoff(os.Args[2], os.Args[3], os.Args[4:]))
	}
	os.Exit(m.Run())
}

// TestCutoff builds a program again and again with another version of the package that its other package
// imports, and looks at what it prints and at what was compiled.
func TestCutoff(t *testing.T) {
	dir, kept := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/cut\n\ngo 1.26\n")
	write("main.go", "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/cut/upper\"\n)\n\nfunc main() { fmt.Println(upper.Twice(), upper.Size()) }\n")
	write("upper/upper.go", "package upper\n\nimport \"example.com/cut/lower\"\n\nfunc Twice() int { return 2 * lower.One() }\n\nfunc Size() int { return len(lower.S{}.A) }\n")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	kinds := func() int {
		entries, err := os.ReadDir(kept)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	for _, c := range []struct {
		what, lower, prints string
		compiled            int // packages of this program
	}{
		{"first", "func One() int { return 1 }\n\ntype S struct{ A [3]int }", "2 3", 3},
		{"another body", "func One() int { return 5 }\n\ntype S struct{ A [3]int }", "10 3", 1},
		{"another layout", "func One() int { return 5 }\n\ntype S struct{ A [4]int }", "10 4", 2},
		{"the first again", "func One() int { return 1 }\n\ntype S struct{ A [3]int }", "2 3", 0},
	} {
		write("lower/lower.go", "package lower\n\n"+c.lower+"\n")
		before := kinds()
		cmd := exec.Command("go", "run", "-toolexec", self+" "+cutting+" "+kept, "-gcflags=example.com/...=-N -l", ".")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		out, err := cmd.CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != c.prints {
			t.Fatalf("%s: prints %q, %v; want %q", c.what, out, err, c.prints)
		}
		if got := kinds() - before; got != c.compiled && c.what != "first" { // when all else is compiled too
			t.Errorf("%s: %d packages were compiled, want %d", c.what, got, c.compiled)
		}
	}
}
