package arch

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// exploring is how the name of a test begins that runs a scenario under the explorer; the rest is the
// scenario's name, as planted faults have it too.
const exploring = "TestExplore"

// explored are the packages whose scenarios the explorer's command runs.
var explored = []string{"verify/scenario", "internal/sleep", "internal/indices", "deque", "span", "classic", "internal/tracer", "cluster/shm"}

var (
	// An argument by interleaving begins with the name of what might happen, in quotes, with the scenarios
	// that explore it in parentheses: "Asleep for ever" (scenario Close): ….
	interleaving = regexp.MustCompile(`"([A-Z][a-z' ]*)"(?: \(([^)]*)\))?(?::| cannot happen)`)
	// A scenario's name may go on with that of a subtest, or a part of it.
	inScenarios = regexp.MustCompile(`^scenarios? (.+)$`)
	apartBy     = regexp.MustCompile(`, | and `)
)

// untried complains of interleavings that comments argue against by name and that name no scenario which
// explores them, and of scenarios that are not there.
func untried(t *tree) (out []string) {
	scenarios := scenariosIn(t)
	for _, s := range t.production() {
		for _, group := range s.ast.Comments {
			text := strings.Join(strings.Fields(group.Text()), " ")
			for _, m := range interleaving.FindAllStringSubmatch(text, -1) {
				if problem := scenarioOf(scenarios, m[2]); problem != "" {
					out = append(out, fmt.Sprintf("%s: %q %s", t.line(group.Pos()), m[1], problem))
				}
			}
		}
	}
	return out
}

// scenarioOf says what is wrong with what stands in parentheses behind the name of an interleaving.
func scenarioOf(scenarios map[string][]string, note string) string {
	m := inScenarios.FindStringSubmatch(note)
	if m == nil {
		return "names no scenario that explores it"
	}
	for _, name := range apartBy.Split(m[1], -1) {
		test, sub, _ := strings.Cut(name, "/")
		names, ok := scenarios[test]
		if !ok || sub != "" && !slices.ContainsFunc(names, func(s string) bool { return strings.Contains(s, sub) }) {
			return "names the scenario " + name + ", which is not there"
		}
	}
	return ""
}

// scenariosIn returns the scenarios, each with the texts in its file: the names of its subtests are among
// these.
func scenariosIn(t *tree) map[string][]string {
	scenarios := map[string][]string{}
	for _, dir := range explored {
		for _, s := range t.dirs[dir] {
			var texts []string
			ast.Inspect(s.ast, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					texts = append(texts, strings.Trim(lit.Value, "\"`"))
				}
				return true
			})
			for _, d := range s.ast.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && s.test && f.Recv == nil && strings.HasPrefix(f.Name.Name, exploring) {
					scenarios[strings.TrimPrefix(f.Name.Name, exploring)] = texts
				}
			}
		}
	}
	return scenarios
}

func TestInterleavingsAreExplored(t *testing.T) { none(t, untried(repo(t))) }

func TestControlInterleavings(t *testing.T) {
	r := planted(t,
		"deque/doc.go", "// Package deque is.\n//\n// \"Lost\" (scenario Close): never. \"Found twice\" (scenarios Close, Sleep/hand-over and\n"+
			"// Gone): see \"Lost\". \"Left\": no. \"Put\n// there\" (scenario Sleep/hand-up) cannot happen.\n//\n"+
			"// \"Early\" (no scenario: no clock): no. \"Soon\" (scenario Close): no.\n"+
			"// \"Wrong\" (Close): no. An error \"Is printed\", as \"small\": fine. \"FILE:1.2\": fine.\npackage deque\n",
		"internal/sleep/a_test.go", "package sleep\n\nfunc TestExploreSleep() { _ = \"a hand-over\" }\n\nfunc TestExploreClose() {}\n",
		"internal/other/a_test.go", "package other\n\nfunc TestExploreGone() {}\n",
	)
	exactly(t, untried(r),
		`"Found twice" names the scenario Gone`, `"Left" names no scenario`, `"Put there" names the scenario Sleep/hand-up`,
		`"Early" names no scenario`, `"Wrong" names no scenario`)
}
