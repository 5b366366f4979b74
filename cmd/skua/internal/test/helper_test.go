//go:build unix

package test

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

const suite = "testdata/suite"

// goTest is go test in the suite.
func goTest(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("go", append([]string{"test"}, args...)...)
	cmd.Dir = suite
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	return cmd
}

// skuaTest is skua test in the suite, with a history of its own in cache.
func skuaTest(t *testing.T, cache string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := tooltest.ToolIn(suite, append([]string{"test"}, args...)...)
	cmd.Env = append(cmd.Env, "GOWORK=off", "GOFLAGS=", "XDG_CACHE_HOME="+cache, "GOCACHE="+goCache(t))
	return cmd
}

// goCache is where go keeps what it has built, also if the cache of the user is another directory.
func goCache(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// times are what differs from one run of go test to the next.
var times = strings.NewReplacer("(cached)", "T")

var varying = regexp.MustCompile(`\b[0-9.]+s\b|0x[0-9a-f]+\??|\+0x[0-9a-f]+|goroutine [0-9]+|pc=\S+`)

func normal(text string) string { return varying.ReplaceAllString(times.Replace(text), "T") }

// verdicts reads go test -json: the actions that end packages and tests.
func verdicts(t *testing.T, text string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for line := range strings.Lines(text) {
		var e struct{ Action, Package, Test string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		if e.Action == "pass" || e.Action == "fail" || e.Action == "skip" {
			all[e.Package+" "+e.Test] = e.Action
		}
	}
	return all
}
