package fork

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// What the compiler must make of the fork path, on every Go version: Fork and
// Join inlined into user code, nothing escaping, atomics without calls. A new
// compiler, or a line too much, breaks it silently; these tests do not.

// root is the directory of package skua.
const root = "../../.."

// user forks tasks of several shapes, and loopUser goes through a loop's indices. What the compiler says of
// them is kept in its cache, as they do not move. They are no commands, which would be linked each time.
const (
	user     = "/internal/behaviour/fork/testdata/user"
	loopUser = "/internal/behaviour/fork/testdata/loop"
)

// compiled returns what the compiler says about lines of the root and of each user of it, and all calls of
// these and of the scheduler's packages, each function's after its name: by one command for all tests.
var compiled = sync.OnceValues(func() (lines map[string]string, calls string) {
	const all = "=-m=2 -S"
	cmd := exec.Command("go", "build", "-o", os.DevNull, "-gcflags=-S", "-gcflags=."+all, "-gcflags=."+user+all, "-gcflags=."+loopUser+all,
		".", "."+user, "."+loopUser, "./internal/crew", "./internal/fork", "./internal/loop", "./internal/spawn", "./internal/sched", "./internal/sleep")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil {
		panic(fmt.Sprintf("%v: %v\n%s", cmd, err, out))
	}
	lines = make(map[string]string)
	var instructions strings.Builder
	for _, pkg := range strings.Split("\n"+string(out), "\n# github.com/skua-go/skua")[1:] {
		var said strings.Builder
		name, text, _ := strings.Cut(pkg, "\n")
		for line := range strings.Lines(text) {
			if line[0] != '\t' && strings.Contains(line, ".go:") {
				said.WriteString(line)
			} else if strings.Contains(line, "CALL") || strings.Contains(line, " STEXT") {
				instructions.WriteString(line)
			}
		}
		lines[name] = said.String()
	}
	return lines, instructions.String()
})

// compiles reports whether a test may ask the compiler, and says so if not: with -short.
func compiles(t *testing.T) bool {
	t.Helper()
	if testing.Short() {
		t.Log("-short: the compiler is not asked")
	}
	return !testing.Short()
}

// forkIsCalled says where the compiler makes a call of an atomic load, which alone
// takes most of the inliner's budget: a Fork costs two calls there.
var forkIsCalled = map[string]bool{"386": true, "arm": true, "wasm": true}[runtime.GOARCH]

var forkOrJoin = regexp.MustCompile(`\bf\.(Fork|Join|Poll)\(`)

// notInlined complains of every call f.Fork, f.Join or f.Poll in the source, a file that
// diagnostics call name, that the compiler did not inline, and of every call of Fork or
// Poll that it did inline where forkIsCalled says otherwise.
func notInlined(source, name, diagnostics string) (out []string) {
	for k, line := range strings.Split(source, "\n") {
		line, _, _ = strings.Cut(line, "//")
		for _, call := range forkOrJoin.FindAllStringSubmatch(line, -1) {
			inlined := regexp.MustCompile(fmt.Sprintf(`(?m)%s:%d:\d+: inlining call to (skua\.)?\(\*Frame\[.*\]\)\.%s$`,
				regexp.QuoteMeta(name), k+1, call[1]))
			want := call[1] == "Join" || !forkIsCalled
			if got := inlined.MatchString(diagnostics); got != want {
				out = append(out, fmt.Sprintf("%s:%d: %s inlined: %v, want %v", name, k+1, call[1], got, want))
			}
		}
	}
	return out
}

// TestContract_inlining_loop wants Next and Index of a loop inlined into the user's code: but for Next
// where an atomic load is a call.
func TestContract_inlining_loop(t *testing.T) {
	if !compiles(t) {
		return
	}
	said, _ := compiled()
	for _, name := range []string{"Next", "Index"} {
		if name == "Next" && forkIsCalled {
			continue
		}
		if !strings.Contains(said[loopUser], "inlining call to skua.(*Part)."+name) {
			t.Errorf("Part.%s is not inlined", name)
		}
	}
}

var inlineCost = regexp.MustCompile(`(?m)an(?:not)? inline (?:skua\.)?\(\*Frame\[go\.shape.*\]\)\.(?:Fork|Join)(?: with|:).{0,60}`)

// TestContract_inlining wants Fork and Join inlined into user code and into
// Both, Each and the closures' Join, and Poll into the slow fork; on the processors of
// forkIsCalled only Join.
func TestContract_inlining(t *testing.T) {
	if !compiles(t) {
		return
	}
	said, _ := compiled()
	var bad []string
	calls := 0
	for file, pkg := range map[string]string{filepath.Join(user, "user.go"): user, "frame.go": "", "worker.go": ""} {
		source, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		bad = append(bad, notInlined(string(source), filepath.Base(file), said[pkg])...)
		calls += len(forkOrJoin.FindAllString(string(source), -1))
	}
	if calls < 8+7 {
		t.Errorf("%d calls of Fork and Join found, want those of the user's code, Both, Each and Join", calls)
	}
	for _, b := range bad {
		t.Error(b)
	}
	if len(bad) > 0 {
		for _, cost := range inlineCost.FindAllString(said[user]+said[""], -1) {
			t.Log(cost)
		}
	}
}

// TestContract_escapes wants nothing on the fork path moved to the heap: neither
// in user code nor in frame.go, but for the texts of panics.
func TestContract_escapes(t *testing.T) {
	if !compiles(t) {
		return
	}
	said, _ := compiled()
	for pkg, only := range map[string]*regexp.Regexp{
		user: regexp.MustCompile(`user\.go:`),
		"":   regexp.MustCompile(`\./(frame|place)\.go:`),
	} {
		seen := false
		for line := range strings.Lines(said[pkg]) {
			seen = seen || only.MatchString(line)
			escapes := strings.Contains(line, "moved to heap") || strings.Contains(line, "escapes to heap")
			text := strings.Contains(line, `: "skua: `)
			failure := strings.Contains(line, "&PanicError{...}")
			main := strings.Contains(line, "make([]int, 4)") || strings.Contains(line, "&node{}") || strings.Contains(line, "&skua.Func[")
			if escapes && !text && !failure && !main && only.MatchString(line) {
				t.Error(line)
			}
		}
		if !seen {
			t.Errorf("the compiler said nothing of %v", only)
		}
	}
}

// TestContract_atomics wants atomics in the scheduler to be instructions. Only writes of pointers, which tell
// the collector, are calls; they are rare.
func TestContract_atomics(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Logf("nothing wanted on %s, where it depends on the processor", runtime.GOARCH)
		return
	}
	if !compiles(t) {
		return
	}
	function, functions := "", 0
	call := regexp.MustCompile(`CALL\s+(sync/atomic|internal/runtime/atomic)\.(\w+)`)
	_, calls := compiled()
	for line := range strings.Lines(calls) {
		if name, _, ok := strings.Cut(line, " STEXT"); ok {
			function = name
			functions++
		}
		if strings.HasPrefix(function, "sync/atomic.") || strings.HasPrefix(function, "internal/runtime/atomic.") { // copies of methods of generic types, not called
			continue
		}
		if m := call.FindStringSubmatch(line); m != nil && m[2] != "StorePointer" && m[2] != "CompareAndSwapPointer" {
			t.Errorf("%s calls %s.%s", function, m[1], m[2])
		}
	}
	if functions < 100 {
		t.Errorf("%d functions seen, want all of the scheduler", functions)
	}
}
