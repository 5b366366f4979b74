package deque

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSplit_disassembly wants no locked instruction in Push, in growing, and in
// Pop, whose public part is a function of its own; and wants to see one there,
// so that looking means something.
func TestSplit_disassembly(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "deque.test")
	if out, err := exec.Command("go", "test", "-c", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command("go", "tool", "objdump", "-s", `deque\.\(\*Split\[.*\]\)\.(Push|Pop|popPublic|grow)$`, binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	locked := regexp.MustCompile(`\b(LOCK|XCHG[BLWQ]?|CMPXCHG\w*|XADD\w*)\b`)
	seen := map[string]bool{}
	for _, text := range strings.Split(string(out), "TEXT ")[1:] {
		_, name, _ := strings.Cut(text, "]).")
		name, _, _ = strings.Cut(name, "(")
		name = strings.Fields(name)[0]
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
			t.Errorf("%s is not in the binary", name)
		}
	}
}
