package par_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
)

// userCode calls generic functions of the package, which are compiled with it.
const userCode = `package main

import (
	"slices"
	"strings"

	"github.com/skua-go/skua/par"
)

func main() {
	words := strings.Fields("a b c")
	lengths := par.Map(words, func(s string) int { return len(s) })
	par.Reduce(lengths, 0, func(a, b int) int { return a + b })
	par.ForSeq(slices.Values(words), func(string) {})
}
`

// mustInline lists calls that run for each element or block: where they stand, and what is
// called.
var mustInline = map[string][]struct{ file, callee string }{
	"user.go": {
		{`internal/call/reduce\.go`, `call\.block\b`},
		{`internal/feed/feed\.go`, `feed\.\(\*batch\[.*\]\)\.add`},
		{`internal/feed/run\.go`, `feed\.\(\*relay\[.*\]\)\.value`},
	},
	"./internal/radix": {
		{`survey\.go`, `encoding\[.*\]\.of`},
		{`deal\.go`, `encoding\[.*\]\.of`},
		{`encoding\.go`, `encoding\[.*\]\.of`},
		{`move\.go`, `cycleSlot\.slot`},
	},
	"./internal/text": {
		{`bucket\.go`, `call\.Bit\b`},
		{`classes\.go`, `call\.Bit\b`},
	},
}

// TestContract_inlining wants the compiler to inline what is called for each element or
// block, also in the package of a user, where it sees fewer bodies: see call.Bit.
func TestContract_inlining(t *testing.T) {
	if runtime.GOARCH == "386" {
		t.Log("nothing wanted on 386, where a key of 64 bits is too much to be inlined")
		return
	}
	user := filepath.Join(t.TempDir(), "user.go")
	if err := os.WriteFile(user, []byte(userCode), 0o666); err != nil {
		t.Fatal(err)
	}
	for pkg, calls := range mustInline {
		if pkg == "user.go" {
			pkg = user
		}
		cmd := exec.Command("go", "build", "-o", os.DevNull, "-gcflags=-m", pkg)
		diagnostics, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, diagnostics)
		}
		for _, c := range calls {
			inlined := regexp.MustCompile(`(?m)` + c.file + `:\d+:\d+: inlining call to ` + c.callee)
			if !inlined.Match(diagnostics) {
				t.Errorf("%s: no call of %s in %s is inlined", pkg, c.callee, c.file)
			}
		}
	}
}
