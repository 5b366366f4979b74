package overlay

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const toy = "verify/overlay/testdata/toy"

// forgetful goes to sleep without looking again, and moves no line.
var forgetful = Patch{
	File: toy + "/toy.go",
	Old:  "\tif b.rung.Load() &&\n\t\tb.asleep", New: "\tif false && b.asleep",
}

// TestWoven builds and explores a package through an overlay: right, and with a
// fault whose place in the log must be its line in the original.
func TestWoven(t *testing.T) {
	out, err := explored(t)
	if err != nil {
		t.Fatalf("right: %v\n%s", err, out)
	}
	out, err = explored(t, forgetful)
	if err == nil || !strings.Contains(out, "deadlock") || !strings.Contains(out, "toy.go:27") {
		t.Fatalf("fault: %v\n%s", err, out)
	}
}

// TestChosen has the fault in a program where it must be chosen.
func TestChosen(t *testing.T) {
	test := woven(t, Options{Choices: [][]Patch{nil, {forgetful}}})
	program := filepath.Join(t.TempDir(), "toy.test")
	test.Args = append(test.Args, "-c", "-o", program)
	if out, err := test.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for number, fails := range map[string]bool{"": false, "1": false, "2": true} {
		t.Setenv(Chosen, number)
		if out, err := exec.Command(program).CombinedOutput(); (err != nil) != fails || strings.Contains(string(out), "deadlock") != fails {
			t.Errorf("choice %q: %v\n%s", number, err, out)
		}
	}
}

func TestChoose(t *testing.T) {
	const text = "package p\n\nfunc a() {\n\tb(1)\n}\n\nfunc b(x int) int { return x }\n\nfunc c() {\nl:\n\tgoto l\n}\n"
	in := func(old, to string) []Patch { return []Patch{{"p.go", old, to}} }
	want := "package p\n\nfunc a() { if plantedFault == 1 { {\n\tb(2)\n}; return };\n\tb(1)\n}\n\n" +
		"func b(x int) int { if plantedFault == 2 { { return -x } }; return x }\n\nfunc c() {\nl:\n\tgoto l\n}\n"
	if got, err := choose("p.go", text, [][]Patch{in("b(1)", "b(2)"), in("return x", "return -x")}); got != want || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	for _, p := range [][]Patch{in("x int", "x, y int"), in("goto l", "goto  l")} {
		if _, err := choose("p.go", text, [][]Patch{p}); !errors.Is(err, errOutside) {
			t.Errorf("%q: %v, want that it is outside", p, err)
		}
	}
}

func explored(t *testing.T, patches ...Patch) (string, error) {
	t.Helper()
	out, err := woven(t, Options{Patches: patches}).CombinedOutput()
	return string(out), err
}

// woven returns the command that tests the toy in this build.
func woven(t *testing.T, o Options) *exec.Cmd {
	t.Helper()
	o.Root, o.Packages = "../..", []string{toy}
	file, err := Write(t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-vet=off", "-overlay", file, "./"+toy)
	cmd.Dir = o.Root
	return cmd
}

// TestPatchesApply keeps the list in step with the code.
func TestPatchesApply(t *testing.T) {
	patches := append(small[:len(small):len(small)], shmAlone...)
	patches = append(patches, timed...)
	for _, f := range Faults {
		patches = append(patches[:len(patches):len(patches)], f.Patches...)
	}
	for _, p := range patches {
		data, err := os.ReadFile(filepath.Join("../..", p.File))
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := p.apply(string(data)); err != nil {
			t.Error(err)
		}
	}
}

func TestApply(t *testing.T) {
	p := Patch{File: "f", Old: "b\nc\n", New: "x\n"}
	if got, err := p.apply("a\nb\nc\nd\n"); got != "a\n\nx\nd\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for _, text := range []string{"a", "b\nc\nb\nc\n"} {
		if _, err := p.apply(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func TestRedirect(t *testing.T) {
	for in, want := range map[string]string{
		"package p\nimport \"sync/atomic\"\n":        "package p\nimport \"" + atomicTwin + "\"\n",
		"package p\nimport a \"sync/atomic\"\n":      "package p\nimport a \"" + atomicTwin + "\"\n",
		"package p\nimport \"sync\"\n// sync/atomic": "package p\nimport \"sync\"\n// sync/atomic",
	} {
		if got, err := redirect("p.go", in); got != want || err != nil {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, o := range []Options{
		{Root: "../..", Packages: []string{"nowhere"}},
		{Root: "../..", Patches: []Patch{{File: "nowhere.go"}}},
		{Root: "../..", Patches: []Patch{{File: parkFile}}},
	} {
		if _, err := Write(t.TempDir(), o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	if _, err := Named("nothing of this name"); err == nil {
		t.Error("no error")
	}
}
