package table

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skua-go/skua/bench/internal/drive"
)

// Publish writes the page of docs below root, and the short table of README.md
// if that has the marks for it; it says whether.
func Publish(r *drive.Results, root string) (readme bool, err error) {
	if err := os.WriteFile(filepath.Join(root, "bench", "docs", "benchmarks.md"), []byte(Page(r)), 0o644); err != nil {
		return false, err
	}
	name := filepath.Join(root, "README.md")
	text, err := os.ReadFile(name)
	if err != nil {
		return false, err
	}
	changed, ok := replaceRegion(string(text), First(r))
	if !ok {
		return false, nil
	}
	return true, os.WriteFile(name, []byte(changed), 0o644)
}

// Page is the document of a run.
func Page(r *drive.Results) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Beside the rivals\n\n%s", provenance(r))
	fmt.Fprintf(&b, `
Each number is the median over rounds of the median of a process, with the least and
the greatest round, or with bounds of 95 %% from six rounds on. In each round all rivals
have their turn, each in a process of its own, after one warm-up; the end of
the work is part of the time, opening a pool is not. A row has as many rounds as it
has time for, at least three unless those take more than a minute. A round waits until the machine
has a processor for each worker, but not longer than 20 s, nor all together longer
than 4 minutes%s.%s All answers are checked. A rival does what its own users would
write. "Deadlocks" is two seconds without progress; a time after ">" is when a process
was given up. Processor time is that of all processors, for the same unit. Ways in bold
are skua's; what is slower than others stays.

`, crowded(r.Cases), layouts(r))
	fmt.Fprintf(&b, "## In short\n\n%s\n", Short(r))
	fmt.Fprintf(&b, "## Versions\n\n%s\n## Cases\n\n", versions(r))
	for _, c := range r.Cases {
		b.WriteString(Case(c) + apart(r, c) + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// layouts says in how many orders the Go ways had their functions.
func layouts(r *drive.Results) string {
	if r.Layouts < 2 {
		return ""
	}
	return fmt.Sprintf(`
The Go programs were linked in %d orders of their functions, which the rounds have in turn: where
in the text a function begins is chance, and moves a time by a tenth.`, r.Layouts)
}

const moment = "2 January 2006, 15:04 MST"

// provenance says where the numbers come from.
func provenance(r *drive.Results) string {
	m := r.Machine
	text := fmt.Sprintf("Measured on %s by `%s` in %s: %s with %d workers, on %s, %d cores, %s/%s, %s, at commit %s, with a load of %s before.\n",
		r.Date.Format(moment), r.Command, r.Took, span(r.Cases), r.Workers,
		m.CPU, m.Cores, m.OS, m.Arch, m.Go, m.Commit, m.Load)
	var others []string
	for _, c := range r.Cases {
		if apart(r, c) != "" {
			others = append(others, c.ID)
		}
	}
	if others != nil {
		text += fmt.Sprintf("Measured apart, on the same processor, as each of them says: %s.\n", strings.Join(others, ", "))
	}
	return text
}

// apart says when and by what a case was measured, if not in the page's run.
func apart(r *drive.Results, c drive.CaseResult) string {
	from := r.From(c)
	if from.Same(r.Origin()) {
		return ""
	}
	m := from.Machine
	return fmt.Sprintf("\nMeasured apart, on %s by `%s`, %s, at commit %s, with a load of %s before.\n",
		from.Date.Format(moment), from.Command, m.Go, m.Commit, m.Load)
}

// versions lists the libraries and runtimes that took part.
func versions(r *drive.Results) string {
	found := map[string][]string{} // by version of the way: names
	var order []string
	for _, c := range r.Cases {
		for _, row := range c.Rows {
			for _, cell := range row.Cells {
				v := cell.Version
				if v == "" || strings.HasPrefix(cell.Way, "skua") || slices.Contains(found[v], cell.Way) {
					continue
				}
				if found[v] == nil {
					order = append(order, v)
				}
				found[v] = append(found[v], cell.Way)
			}
		}
	}
	var b strings.Builder
	for _, v := range order {
		fmt.Fprintf(&b, "- %s: %s\n", strings.Join(found[v], ", "), v)
	}
	return b.String()
}
