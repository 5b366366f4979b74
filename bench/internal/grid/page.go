package grid

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/skua-go/skua/bench/internal/table"
)

// names are those of the runs of a page: of its files too.
var names = []string{"before", "now"}

// Publish writes the page of the runs and their pictures below root.
func Publish(root string, runs []*Run) error {
	docs := filepath.Join(root, "bench", "docs")
	for i, r := range runs {
		svg, err := SVG(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(docs, picture(i)), svg, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(docs, "grid.md"), []byte(Page(runs)), 0o644)
}

func picture(i int) string { return "grid-" + names[i] + ".svg" }

// Reds counts the red cells.
func Reds(cells []Cell) (n int) {
	for _, c := range cells {
		if c.Verdict().Red() {
			n++
		}
	}
	return n
}

// Page is the document of runs: one, or one before a change and one after it.
func Page(runs []*Run) string {
	var b strings.Builder
	b.WriteString(`# Never slower

The promise: no function of par is slower than the serial loop over the same function value by more than 5 % and
0.5 µs, at any length, whatever an element costs; and from 100 µs of work on two workers are at least 1.6 times
as fast, unless memory is the limit. This page says where that is not so. It is written by
` + "`go run ./bench grid report`" + ` from the files beside it.

Calls come one right after the other. In each round par, the serial loop over the function value, the loop that the
compiler inlines, and halves of that on two goroutines have their turn, and each function has a process of its own for one worker
and one for two. With one worker a cell is the processor time, a median over rounds, which other programs hardly
change. With two it is the time by the clock, the lower quartile: other programs make that longer. If the two
goroutines without any scheduler do not gain 1.6 times, memory or the machine is the limit, and no gain is
asked of par. So look at one worker for what par costs, and at the blue of two workers for what is gained, on a machine
that does nothing else.

`)
	for i, r := range runs {
		b.WriteString(section(r, i))
	}
	b.WriteString("## Red cells by function\n\n" + Counts(runs))
	b.WriteString("\nFunctions that share what runs them stand for each other: " + sharing() + ".\n")
	return b.String()
}

func section(r *Run, i int) string {
	m := r.Machine
	how := "A whole run"
	if r.Quick {
		how = "A quick run"
	}
	return fmt.Sprintf(`## %s

%s by `+"`%s`"+` on %s, in %s: %s, %d cores, %s/%s, %s, at commit %s, with a load of %s before and %s
after. Cells whose serial loop takes longer than %v are left out: %d of %d. **%d of %d are red.** Samples: [%s](%s).

![%s](%s)

Columns are powers of ten: a dot is a length of 0, 0 of 1, 7 of ten million.

`, strings.ToUpper(names[i][:1])+names[i][1:], how, r.Command, r.Date.Format("2 January 2006, 15:04 UTC"), r.Took,
		m.CPU, m.Cores, m.OS, m.Arch, m.Go, m.Commit, m.Load, r.After, r.Limit, possible(r)-len(r.Cells), possible(r), Reds(r.Cells), len(r.Cells),
		file(i), file(i), title(r), picture(i))
}

func file(i int) string { return "grid-" + names[i] + ".tsv" }

// possible is how many cells there could be of the run's functions.
func possible(r *Run) (n int) {
	seen := map[string]bool{}
	for _, c := range r.Cells {
		seen[c.Function] = true
	}
	for _, s := range Subjects() {
		costs := len(Whole.Costs)
		if s.Bare {
			costs = 1
		}
		if seen[s.Name] {
			n += 2 * costs * len(Whole.Sizes)
		}
	}
	return n
}

// Counts is a table of red cells of each run: slower or gaining too little, with one worker and with two.
func Counts(runs []*Run) string {
	grid := table.Grid{{"function"}}
	for i := range runs {
		of := ""
		if len(runs) > 1 {
			of = names[i] + ": "
		}
		grid[0] = append(grid[0], of+"slower, one worker", "slower, two", "gains too little", "not judged")
	}
	total := []string{"all"}
	for _, r := range runs {
		total = append(total, counts(r, "")...)
	}
	for _, name := range Names() {
		line, measured := []string{name}, false
		for _, r := range runs {
			found := counts(r, name)
			line, measured = append(line, found...), measured || found[0] != ""
		}
		if measured {
			grid = append(grid, line)
		}
	}
	return append(grid, total).String()
}

// counts are those of a function, or of all if name is empty.
func counts(r *Run, name string) []string {
	var one, two, idle, unknown, all int
	for _, c := range r.Cells {
		if name != "" && c.Function != name {
			continue
		}
		all++
		switch v := c.Verdict(); {
		case v == Idle:
			idle++
		case v == Unknown:
			unknown++
		case v.Red() && c.Workers == 1:
			one++
		case v.Red():
			two++
		}
	}
	if all == 0 {
		return []string{"", "", "", ""}
	}
	var texts []string
	for _, n := range []int{one, two, idle, unknown} {
		texts = append(texts, fmt.Sprint(n))
	}
	return texts
}

func sharing() string {
	var texts []string
	for _, s := range Subjects() {
		if s.Also != "" {
			texts = append(texts, s.Name+" for "+s.Also)
		}
	}
	return strings.Join(texts, "; ")
}
