package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// compiled says of a document that readers copy its Go blocks: all but decisions, which quote what was.
func compiled(name string) bool {
	return strings.HasSuffix(name, ".md") && !within(path.Dir(name), decisions)
}

// A block of such a document is preceded by the file and region it repeats.
var blockNote = regexp.MustCompile(`^<!-- ((?:cluster/)?examples/\S+\.go|\w+/example_test\.go)#(\S+) -->$`)

// stale complains of Go blocks that are no region of an example, or differ from
// it. A region lies between the lines `// region NAME` and `// endregion`; its
// common indentation and blank edges do not count.
func stale(t *tree) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(t.texts)) {
		if !compiled(name) {
			continue
		}
		lines := strings.Split(t.texts[name], "\n")
		for i := 0; i < len(lines); i++ {
			if !strings.HasPrefix(lines[i], "```go") {
				continue
			}
			end := i + 1 + slices.Index(lines[i+1:], "```")
			if end <= i {
				out = append(out, fmt.Sprintf("%s:%d: a block without end", name, i+1))
				break
			}
			if c := compare(t, lines[:i], lines[i+1:end]); c != "" {
				out = append(out, fmt.Sprintf("%s:%d: %s", name, i+1, c))
			}
			i = end
		}
	}
	return out
}

// The page that says what to write in place of the words of other libraries, and the files that compile it.
const (
	idiomsPage  = "docs/from.md"
	idiomsFiles = "examples/guide/from"
)

// uncompiled complains of the code in the second column of idiomsPage that is in none of idiomsFiles.
func uncompiled(t *tree) (out []string) {
	var all strings.Builder
	for _, s := range t.files {
		if strings.HasPrefix(s.path, idiomsFiles) {
			text, err := readFile(t, s.path)
			if err != nil {
				return []string{err.Error()}
			}
			all.WriteString(text)
		}
	}
	for i, l := range strings.Split(t.texts[idiomsPage], "\n") {
		cells := strings.Split(strings.ReplaceAll(l, `\|`, ""), "|")
		if len(cells) < 4 {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]*[.(][^`]*)`").FindAllStringSubmatch(cells[2], -1) {
			for _, code := range strings.Split(m[1], "; ") {
				if !strings.Contains(all.String(), code) {
					out = append(out, fmt.Sprintf("%s:%d: `%s` is in no %s*.go, so nothing proves that it compiles", idiomsPage, i+1, code, idiomsFiles))
				}
			}
		}
	}
	return out
}

// compare says what is wrong with one block, given the lines above it.
func compare(t *tree, above, block []string) string {
	var m []string
	if len(above) > 0 {
		m = blockNote.FindStringSubmatch(above[len(above)-1])
	}
	if m == nil {
		return "a Go block without <!-- examples/FILE.go#REGION --> on the line above"
	}
	want, problem := region(t, m[1], m[2])
	if problem != "" {
		return problem
	}
	if got := tidy(block); got != want {
		return fmt.Sprintf("block differs from region %s of %s; the region is\n%s", m[2], m[1], want)
	}
	return ""
}

// region returns the text of one region of a Go file that the build includes.
func region(t *tree, file, name string) (text, problem string) {
	i := slices.IndexFunc(t.files, func(s *source) bool { return s.path == file })
	if i < 0 {
		return "", "no Go file " + file
	}
	data, err := readFile(t, file)
	if err != nil {
		return "", err.Error()
	}
	data = strings.TrimPrefix(data, "//go:build !race\n") // a race to be shown
	if strings.Contains(data, "\n//go:build ") || strings.HasPrefix(data, "//go:build ") {
		return "", file + " has a build constraint, so nothing proves that it compiles"
	}
	lines := strings.Split(data, "\n")
	from := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "// region "+name })
	if from < 0 {
		return "", fmt.Sprintf("no `// region %s` in %s", name, file)
	}
	n := slices.IndexFunc(lines[from:], func(l string) bool { return strings.TrimSpace(l) == "// endregion" })
	if n < 0 {
		return "", fmt.Sprintf("region %s of %s has no end", name, file)
	}
	return tidy(lines[from+1 : from+n]), ""
}

// tidy joins lines without blank edges and without their common indentation.
func tidy(lines []string) string {
	indent := -1
	for _, l := range lines {
		if trimmed := strings.TrimLeft(l, "\t"); trimmed != "" && (indent < 0 || len(l)-len(trimmed) < indent) {
			indent = len(l) - len(trimmed)
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.TrimRight(l[min(max(indent, 0), len(l)):], " \t")
	}
	return strings.Trim(strings.Join(out, "\n"), "\n")
}

// promised complains of commands that README shows and that nothing runs: its
// make targets must exist, and every target must explain itself for `make help`.
func promised(t *tree) []string {
	targets := map[string]bool{}
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z-]*):([^\n]*)$`).FindAllStringSubmatch(t.texts["Makefile"], -1) {
		targets[m[1]] = true
		if !strings.Contains(m[2], "## ") {
			out = append(out, fmt.Sprintf("Makefile: target %s has no ## comment for make help", m[1]))
		}
	}
	for _, name := range slices.Sorted(slices.Values([]string{"README.md", "docs/CONTRIBUTING.md", "ARCHITECTURE.md"})) {
		for _, m := range regexp.MustCompile("(?m)(?:^|`)make ([a-z-]+)").FindAllStringSubmatch(t.texts[name], -1) {
			if !targets[m[1]] {
				out = append(out, fmt.Sprintf("%s: there is no make target %s", name, m[1]))
			}
		}
	}
	if !regexp.MustCompile(`(?m)^go test \./\.\.\.$`).MatchString(t.texts["README.md"]) {
		out = append(out, "README.md: no line `go test ./...`, which CI takes from there")
	}
	return out
}

var (
	toolLine = regexp.MustCompile(`^(?:\$ )?(?:go run \./cmd/skua|skua) (\w+)(.*)`)
	ofOthers = regexp.MustCompile(`'[^']*'|"[^"]*"| -- .*| :::.*|#.*`) // and what may be another program's
	longFlag = regexp.MustCompile(`(?:^|\s)--([a-z][\w-]*)`)
)

// unflagged complains of flags of the tool that a line of a document gives it, and no file of the tool names.
func unflagged(t *tree) (out []string) {
	words := map[string]bool{}
	for _, s := range t.production() {
		if within(s.dir(), "cmd") {
			ast.Inspect(s.ast, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok {
					words[strings.Trim(lit.Value, "\"`")] = true
				}
				return true
			})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.texts)) {
		for i, l := range strings.Split(t.texts[name], "\n") {
			m := toolLine.FindStringSubmatch(l)
			if m == nil || !strings.HasSuffix(name, ".md") {
				continue
			}
			for _, f := range longFlag.FindAllStringSubmatch(ofOthers.ReplaceAllString(m[2], ""), -1) {
				if !words[f[1]] {
					out = append(out, fmt.Sprintf("%s:%d: no flag --%s in cmd", name, i+1, f[1]))
				}
			}
		}
	}
	return out
}

func TestBlocksAreCompiled(t *testing.T) { none(t, stale(repo(t))) }

func TestIdiomsAreCompiled(t *testing.T) { none(t, uncompiled(repo(t))) }

func TestFlagsExist(t *testing.T) { none(t, unflagged(repo(t))) }

func TestCommandsExist(t *testing.T) { none(t, promised(repo(t))) }

func TestControlBlocks(t *testing.T) {
	r := planted(t,
		"README.md", "a\n<!-- examples/a/a.go#ok -->\n```go\nf()\n\tg()\n```\n"+
			"<!-- examples/a/a.go#ok -->\n```go\nf()\n```\n"+
			"```go\nf()\n```\n"+
			"<!-- examples/a/a.go#gone -->\n```go\n```\n"+
			"<!-- examples/a/b.go#ok -->\n```go\n```\n"+
			"<!-- examples/a/tagged.go#ok -->\n```go\n```\n```sh\ngo test ./....\n```\n`make lint` `make nothing`\n",
		"examples/a/a.go", "package main\n\nfunc h() {\n\t// region ok\n\n\tf()\n\t\tg()\n\t// endregion\n}\n",
		"examples/a/tagged.go", "//go:build ignore\n\npackage main\n// region ok\n// endregion\n",
		idiomsPage, "| before | skua | |\n|---|---|---|\n| `a(b)` | `f(x); g(x)`, an `Err` | `h()` |\n",
		idiomsFiles+".go", "package guide\n\nfunc f() { f(x) }\n",
		"docs/tool.md", "$ skua each --jobs 2 '--mine' -- convert --quality 80\nskua run fib --gone\n",
		"cmd/skua/a.go", "package main\n\nvar jobs = flag(\"jobs\")\n",
		"Makefile", "lint: a b ## check\nrace:\n\tgo\n",
	)
	exactly(t, stale(r),
		"README.md:8: block differs",
		"README.md:11: a Go block without",
		"README.md:15: no `// region gone`",
		"README.md:18: no Go file examples/a/b.go",
		"README.md:21: examples/a/tagged.go has a build constraint",
	)
	exactly(t, uncompiled(r), "docs/from.md:3: `g(x)`")
	exactly(t, unflagged(r), "docs/tool.md:2: no flag --gone")
	exactly(t, promised(r), "target race has no ##", "no make target nothing", "no line `go test ./...`")
}
