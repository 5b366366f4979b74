package arch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What par.For may add to a stripped program that has a sync.WaitGroup instead, on linux/amd64: in bytes,
// and in packages, skua's own included. Half a megabyte and twenty packages were wanted; decision 0037 says
// what is in the way, and how many bytes of it each step would take away.
const (
	mostBytes    = 1_508_000
	mostPackages = 85
)

// The two programs do the same.
const (
	withFor = `import "github.com/skua-go/skua/par"

func each(n int, f func(i int)) { par.For(n, f) }
`
	withGroup = `import "sync"

func each(n int, f func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { f(i) })
	}
	group.Wait()
}
`
	mainOf = `
func main() {
	s := make([]int, 100)
	each(len(s), func(i int) { s[i] = i })
	println(s[10])
}
`
)

// built builds a program in the root module, and returns its size and the packages in it.
func built(t *testing.T, text string) (size int64, packages []string) {
	t.Helper()
	dir := t.TempDir()
	source, program, overlay := filepath.Join(dir, "main.go"), filepath.Join(dir, "program"), filepath.Join(dir, "overlay.json")
	at, err := filepath.Abs("../../internal/zz/main.go") // there is no such directory
	if err != nil {
		t.Fatal(err)
	}
	replace := fmt.Sprintf(`{"Replace": {%q: %q}}`, at, source)
	for name, data := range map[string]string{source: "package main\n\n" + text + mainOf, overlay: replace} {
		if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = "../.."
		cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
		return string(out)
	}
	run("build", "-overlay", overlay, "-ldflags=-s -w", "-o", program, "./internal/zz")
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size(), strings.Fields(run("list", "-overlay", overlay, "-deps", "./internal/zz"))
}

// TestProgramsStaySmall: a program that uses skua carries little besides what runs its work.
func TestProgramsStaySmall(t *testing.T) {
	size, packages := built(t, withFor)
	plain, fewer := built(t, withGroup)
	bytes, more := size-plain, len(packages)-len(fewer)
	t.Logf("par.For adds %d bytes and %d packages (%s)", bytes, more, runtime.Version())
	if bytes > mostBytes || more > mostPackages {
		t.Errorf("par.For adds %d bytes and %d packages, want at most %d and %d", bytes, more, mostBytes, mostPackages)
	}
	for _, name := range packages {
		if name == "encoding/json" || name == "html" || name == "embed" || strings.HasPrefix(name, rootModule+"/trace") || name == rootModule+"/internal/account" {
			t.Errorf("%s is in a program that records nothing", name)
		}
	}
}
