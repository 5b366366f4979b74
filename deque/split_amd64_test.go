package deque

import (
	"iter"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// blocks yields what the compiler says with -S of each function: lines that begin with a tab or a
// blank, after one that does not.
func blocks(said string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var block strings.Builder
		for line := range strings.Lines(said) {
			if !strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, " ") {
				if !yield(block.String()) {
					return
				}
				block.Reset()
			}
			block.WriteString(line)
		}
		yield(block.String())
	}
}

// TestSplit_disassembly wants no locked instruction in Push, in growing, and in
// Pop, whose public part is a function of its own; and wants to see one there,
// so that looking means something.
func TestSplit_disassembly(t *testing.T) {
	if testing.Short() {
		t.Log("-short: the compiler is not asked")
		return
	}
	out, err := exec.Command("go", "build", "-o", os.DevNull, "-gcflags=-S", "./testdata/split").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	locked := regexp.MustCompile(`\b(LOCK|XCHG[BLWQ]?|CMPXCHG\w*|XADD\w*)\b`)
	seen := map[string]bool{}
	method := regexp.MustCompile(`(?m)^.*deque\.\(\*Split\[go\.shape.*\]\)\.(Push|Pop|popPublic|grow) STEXT `)
	for text := range blocks(string(out)) {
		m := method.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		name := m[1]
		text = strings.ReplaceAll(text, "XCHGL\tAX, AX", "NOP") // which fills up to where a jump goes
		seen[name] = true
		switch found := locked.FindString(text); {
		case name == "popPublic" && found == "":
			t.Errorf("no locked instruction in popPublic: this test sees nothing\n%s", text)
		case name != "popPublic" && found != "":
			t.Errorf("%s in %s\n%s", found, name, text)
		}
	}
	for _, name := range []string{"Push", "Pop", "popPublic", "grow"} {
		if !seen[name] {
			t.Errorf("%s is not in what the compiler says", name)
		}
	}
}
