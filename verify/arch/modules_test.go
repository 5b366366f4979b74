package arch

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"
)

// leftOut have a go.mod, and no package: so who gets the library does not get the documents, nor the checks.
var leftOut = []string{"docs", ".ci"}

// goVersion is the language version of every module.
const goVersion = "1.26"

var (
	goLine     = regexp.MustCompile(`(?m)^go (\S+)$`)
	moduleLine = regexp.MustCompile(`(?m)^module (\S+)$`)
	rootNeeded = regexp.MustCompile(`(?m)^(?:require|\t) ?(` + regexp.QuoteMeta(rootModule) + ` v\S+)$`)
)

// wiring complains of a root with requirements, of go directives that differ, of
// nested modules that a fresh clone could not build, and of those that could not be
// installed from a proxy.
func wiring(t *tree) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, name := range []string{"go.mod", "go.work"} {
		if _, ok := t.texts[name]; !ok {
			say("%s: missing", name)
		}
	}
	for _, word := range []string{"require", "replace", "tool", "toolchain"} {
		if regexp.MustCompile(`(?m)^` + word + `\b`).MatchString(t.texts["go.mod"]) {
			say("go.mod: has a %s directive; the root module needs nothing but Go", word)
		}
	}
	if _, err := t.fsys.Open("go.sum"); err == nil {
		say("go.sum: the root module has no requirement to sum")
	}
	for _, dir := range append(t.modules(), "go.work") {
		name := dir
		if dir != "go.work" {
			name = path.Join(dir, "go.mod")
		}
		m := goLine.FindStringSubmatch(t.texts[name])
		if m == nil || m[1] != goVersion && !strings.HasPrefix(m[1], goVersion+".") {
			say("%s: go directive %v, want %s", name, m, goVersion)
		}
	}
	for _, dir := range t.modules() {
		mod := t.texts[path.Join(dir, "go.mod")]
		want := strings.TrimSuffix(path.Join(rootModule, dir), "/.")
		if m := moduleLine.FindStringSubmatch(mod); m == nil || m[1] != want {
			say("%s/go.mod: module path is not %s", dir, want)
		}
		if use := "./" + dir; dir != "." && !regexp.MustCompile(`(?m)^\s*(use )?`+regexp.QuoteMeta(use)+`$`).MatchString(t.texts["go.work"]) {
			say("go.work: does not use %s", use)
		}
		if dir != "." && strings.Contains(mod, "\nreplace") {
			say("%s/go.mod: has a replace directive, so go install refuses its commands", dir)
		}
		if m := rootNeeded.FindStringSubmatch(mod); m != nil && !strings.Contains(t.texts["go.work"], "\nreplace "+m[1]+" => .\n") {
			say("go.work: no replace %s => ., which %s/go.mod requires", m[1], dir)
		}
	}
	return out
}

func TestModulesAreWired(t *testing.T) { none(t, wiring(repo(t))) }

func TestControlModules(t *testing.T) {
	exactly(t, wiring(planted(t,
		"go.mod", "module "+rootModule+"\n\ngo 1.26\n\nrequire example.com/x v1.0.0\n",
		"go.sum", "example.com/x v1.0.0 h1:x\n",
		"go.work", "go 1.25\n\nuse (\n\t.\n\t./bench\n\t./cmd\n)\n\nreplace "+rootModule+" v0.1.0 => .\n",
		"bench/go.mod", "module "+rootModule+"/bench\n\ngo 1.26\n\nrequire (\n\t"+rootModule+" v0.1.0\n)\n",
		"cmd/go.mod", "module "+rootModule+"/cmd\n\ngo 1.26.3\n\nrequire "+rootModule+" v0.0.0\n\nreplace "+rootModule+" => ../\n",
		"verify/go.mod", "module example.com/verify\n\ngo 1.26\n",
	)),
		"go.mod: has a require directive",
		"go.sum: the root module",
		"go.work: go directive",
		"cmd/go.mod: has a replace directive",
		"go.work: no replace "+rootModule+" v0.0.0 => .",
		"verify/go.mod: module path is not",
		"go.work: does not use ./verify",
	)
}
