package main

import (
	"bytes"
	"crypto/sha256"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

func tree(t *testing.T) *checkout {
	t.Helper()
	c, err := open(root)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// hashes returns the hash of each step of the landing that may be skipped.
func hashes(t *testing.T, c *checkout) map[string]string {
	t.Helper()
	steps, err := landing(c)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, s := range steps {
		if s.always() {
			continue
		}
		files, err := c.inputs(s)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if found[s.name], err = c.hash(files, s.command, s.also); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// plant changes a file in the eyes of a checkout: it sees the file with these words behind its own.
func (c *checkout) plant(name, words string) error {
	data, err := os.ReadFile(filepath.Join(c.root, name))
	if err != nil {
		return err
	}
	c.sums[name] = sha256.Sum256(bytes.Join([][]byte{data, []byte(words)}, nil))
	return nil
}

// TestWakes plants a change in one file and looks at which steps it wakes.
func TestWakes(t *testing.T) {
	c := tree(t)
	before := hashes(t, c)
	all := len(before)
	for file, want := range map[string]string{
		"docs/trust.md":                 "",
		"README.md":                     "test: bench",
		"ARCHITECTURE.md":               "",
		"cluster/model/leases.pml":      "lint, model of the leases, other systems, race: cluster, test: bench, test: cluster, test: cluster/deploy, test: cmd, test: dashboard/prom",
		"cmd/internal/report/page.go":   "lint, other systems, test: bench, test: cluster/deploy, test: cmd",
		"vet/wait.go":                   "lint, other systems, test: vet",
		"bench/internal/cases/fib.go":   "lint, other systems, test: bench",
		"par/map_test.go":               "lint, other systems, race: library",
		"verify/scenario/views_test.go": "explore: the scheduler, faults: ., faults: deque, faults: internal/bound, faults: internal/crew, faults: internal/fork, faults: internal/line, faults: internal/loop, faults: internal/loop/tray, faults: internal/park, faults: internal/policy, faults: internal/roster, faults: internal/sched, faults: internal/sleep, faults: internal/spawn, faults: internal/tally, faults: internal/views, faults: internal/views/left, lint, other systems",
		"internal/sleep/sleep_test.go":  "explore: the scheduler, faults: internal/sleep, lint, other systems, race: library, tags",
		"internal/crew/wait.go":         "explore: the scheduler, faults: ., faults: internal/bound, faults: internal/crew, faults: internal/fork, faults: internal/loop, faults: internal/policy, faults: internal/sched, faults: internal/sleep, faults: internal/spawn, lint, other systems, race: branches, race: cluster, race: library, tags, test: bench, test: cluster, test: cluster/deploy, test: cmd, test: dashboard, test: dashboard/prom, test: examples, test: lab, test: verify",
	} {
		sums := c.sums
		c.sums = map[string][32]byte{}
		for name, sum := range sums {
			c.sums[name] = sum
		}
		if err := c.plant(file, "\n// planted\n"); err != nil {
			t.Fatal(err)
		}
		var woken []string
		for name, hash := range hashes(t, c) {
			if hash != before[name] {
				woken = append(woken, name)
			}
		}
		slices.Sort(woken)
		if got := strings.Join(woken, ", "); got != want {
			t.Errorf("%s wakes, of %d steps:\n%s\nwant\n%s", file, all, got, want)
		}
		c.sums = sums
	}
}

// TestRaces wants each package that has tests under the race detector, or said to be serial.
func TestRaces(t *testing.T) {
	c := tree(t)
	seen := map[string]bool{}
	for _, s := range slices.Concat(races, nightRaces) {
		for _, code := range []string{s.code, strings.ReplaceAll(s.code, " -", " ")} {
			packages, err := c.packages(code) // the second time with what is left out
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			for _, dir := range packages {
				seen[dir] = true
			}
		}
	}
	for dir := range c.tests {
		if !seen[dir] && !within(dir, "vet") {
			t.Errorf("%s has tests, and is in no step of races", dir)
		}
	}
}

func TestInputs(t *testing.T) {
	files, err := tree(t).inputs(step{code: "internal/sleep", files: "Makefile"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"internal/sleep/sleep.go": true, "internal/sleep/invariants_test.go": true,
		"internal/park/park.go": true, "internal/park/doc.go": true, "go.mod": true, "Makefile": true,
		"internal/invariant/on.go": true, // of a build tag
		"internal/crew/wait.go":    false, "README.md": false, "internal/park/park_test.go": false,
	} {
		if slices.Contains(files, name) != want {
			t.Errorf("%s among the inputs: %v, want %v", name, !want, want)
		}
	}
	for _, s := range []step{{code: "nowhere"}, {with: "internal/nowhere/..."}, {files: "nowhere.go"}, {code: "par -nowhere"}} {
		if _, err := tree(t).inputs(s); err == nil || !strings.Contains(err.Error(), "nowhere") {
			t.Errorf("%+v: %v, want an error that names it", s, err)
		}
	}
}

// TestOpen: of what git names in a tree, a repository within it and a link to a directory are no files.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	for _, repository := range []string{dir, filepath.Join(dir, "bin", "other")} {
		if out, err := exec.Command("git", "init", "-q", repository).CombinedOutput(); err != nil {
			t.Fatalf("git init: %v\n%s", err, out)
		}
		if err := os.WriteFile(filepath.Join(repository, "file"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("bin", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	c, err := open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.files; len(got) != 1 || !slices.Equal(got["."], []string{"file"}) {
		t.Errorf("%q, want the one file", got)
	}
}

func TestJudge(t *testing.T) {
	ok := `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"chatter\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Elapsed":1.5}
`
	for _, c := range []struct{ name, events, bad string }{
		{"passed", ok, ""},
		{"skipped for the detector", ok + `{"Action":"output","Package":"p","Test":"TestB","Output":"b_test.go:1: too slow for the race detector\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
`, ""},
		{"skipped", ok + `{"Action":"output","Package":"p","Test":"TestB","Output":"b_test.go:1: needs sshd\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
`, "needs sshd"},
		{"skipped, and its name allows it", ok + `{"Action":"output","Package":"p","Test":"TestB","Output":"=== RUN   TestB/no-shortcut\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"b_test.go:1: the race detector is on\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"b_test.go:1: needs sshd\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
`, "needs sshd"},
		{"never ended", ok + `{"Action":"output","Package":"p","Test":"TestB","Output":"=== RUN   TestB\n"}
{"Action":"pass","Package":"p"}
`, "has not ended: p TestB"},
		{"failed", ok + `{"Action":"output","Package":"p","Test":"TestB","Output":"b_test.go:1: got 1, want 2\n"}
{"Action":"fail","Package":"p","Test":"TestB"}
`, "got 1, want 2"},
		{"crashed", `{"Action":"output","Package":"p","Output":"panic: boom\n"}
{"Action":"fail","Package":"p"}
`, "boom"},
		{"not built", `{"Action":"build-output","ImportPath":"p","Output":"p.go:1: syntax error\n"}
{"Action":"build-fail","ImportPath":"p"}
`, "syntax error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			v, err := judge(strings.NewReader(c.events), &out)
			if err != nil {
				t.Fatal(err)
			}
			bad := ""
			if err := v.end(nil); err != nil {
				bad = err.Error()
			}
			if (c.bad == "") != (bad == "") || !strings.Contains(bad, c.bad) || strings.Contains(bad, "chatter") {
				t.Errorf("complains of %q, want %q", bad, c.bad)
			}
		})
	}
}

func TestGoTest(t *testing.T) {
	for _, args := range [][]string{{"-run=^$", "../ladder"}, {"../nowhere"}, {"-nosuchflag"}} {
		if _, _, err := goTest(os.Environ(), args, t.Output()); err == nil {
			t.Errorf("go test %q: no error", args)
		}
	}
}

func TestLedger(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ledger")
	l, err := readLedger(file)
	if err != nil {
		t.Fatal(err)
	}
	want := entry{"12ab", "2026-11-28", "7", "2 × Some Processor"}
	order := []string{"tags", "race: par"}
	other, err := readLedger(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []string{"race: par", "gone"} { // gone is in no rung any more
		if err := l.note(step, want, order); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.note("tags", want, order); err != nil { // of a ladder that read the file before
		t.Fatal(err)
	}
	if l, err = readLedger(file); err != nil || len(l.entries) != 2 || l.entries["race: par"] != want || l.entries["tags"] != want {
		t.Errorf("read %v, %v", l.entries, err)
	}
	if err := os.WriteFile(file, []byte("# fine\n<<<<<<<\nrace: par | 12ab\n\ntags | 1 | 2 | 3 | 4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if l, err := readLedger(file); err != nil || len(l.entries) != 1 {
		t.Errorf("of a damaged file: %v, %v; want the one whole line", l.entries, err)
	}
}

// TestLadder climbs by a ledger: what passed is skipped, and what fails is not noted.
func TestLadder(t *testing.T) {
	l := &ladder{tree: tree(t), order: []string{"good", "bad", "part"}}
	var err error
	if l.ledger, err = readLedger(filepath.Join(t.TempDir(), "ledger")); err != nil {
		t.Fatal(err)
	}
	good, bad := step{name: "good", command: "true", files: "go.mod"}, step{name: "bad", command: "false", files: "go.mod"}
	for range 2 {
		if err := l.step(good, t.Output()); err != nil {
			t.Fatal(err)
		}
		if err := l.step(bad, t.Output()); err == nil {
			t.Fatal("false has not failed")
		}
	}
	if len(l.lines) != 4 || !strings.Contains(l.lines[2], "passed on") || !strings.Contains(l.lines[3], "FAILED") {
		t.Errorf("%q", l.lines)
	}
	part := step{name: "part", command: "sh " + filepath.Join(t.TempDir(), "part"), files: "go.mod"}
	if err := os.WriteFile(strings.TrimPrefix(part.command, "sh "), []byte("exit 77\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := l.step(part, t.Output()); err != nil || l.ledger.entries["part"] != (entry{}) {
		t.Errorf("what passed in part: %v, noted %v", err, l.ledger.entries["part"])
	}
	good.command = "/bin/true"
	if err := l.step(good, t.Output()); err != nil || strings.Contains(l.lines[5], "passed on") {
		t.Errorf("another command: %q, %v", l.lines[5], err)
	}
}

func TestInstall(t *testing.T) {
	steps, err := night(tree(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		for _, command := range s.needed() {
			if debian[command] == nil {
				t.Errorf("%s needs %s, which nothing brings", s.name, command)
			}
		}
	}
	if err := install([]string{"nosuch"}, t.Output()); err == nil || !strings.Contains(err.Error(), "nosuch") {
		t.Errorf("nosuch: %v", err)
	}
	race := step{command: "go test -race -short", needs: "chromium"}
	if got := race.needed(); !slices.Equal(got, []string{"chromium", "cc"}) {
		t.Errorf("a race step needs %q", got)
	}
}

// TestBurn: busy processes end when they are told to.
func TestBurn(t *testing.T) {
	quiet, err := burn(2)
	if err != nil {
		t.Fatal(err)
	}
	quiet() // returns when both have ended
}

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == burning {
		spin()
	}
	os.Exit(m.Run())
}
