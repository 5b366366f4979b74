package par_test

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// mustInline lists calls that run for each element or block: where they stand, and what is
// called.
var mustInline = map[string][]struct{ file, callee string }{
	"./testdata/inline": {
		{`^\./reduce\.go`, `call\.Block\b`},
		{`internal/call/reduce\.go`, `call\.Block\b`},
		{`internal/feed/batch\.go`, `feed\.\(\*slots\[.*\]\)\.value`},
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
	if testing.Short() {
		t.Log("-short: the compiler is not asked")
		return
	}
	pkgs := slices.Sorted(maps.Keys(mustInline))
	cmd := exec.Command("go", append([]string{"build", "-o", os.DevNull, "-gcflags=-m"}, pkgs...)...)
	diagnostics, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, diagnostics)
	}
	for pkg, calls := range mustInline {
		_, said, _ := strings.Cut(string(diagnostics), "# github.com/skua-go/skua/par"+pkg[1:]+"\n")
		said, _, _ = strings.Cut(said, "\n# ") // what is said of the next package
		for _, c := range calls {
			inlined := regexp.MustCompile(`(?m)` + c.file + `:\d+:\d+: inlining call to ` + c.callee)
			if !inlined.MatchString(said) {
				t.Errorf("%s: no call of %s in %s is inlined", pkg, c.callee, c.file)
			}
		}
	}
}
