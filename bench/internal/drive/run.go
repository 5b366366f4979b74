package drive

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
)

// A Driver runs cases in children.
type Driver struct {
	Self     string        // the program that is its own child
	Layouts  []string      // the same program with its functions in other orders: each round has the next; none: Self
	Native   string        // folder of the native programs
	Workers  int           // of every pool, and processors of every child
	Rounds   int           // samples of a way; 0: as many as its row has time for
	Budget   time.Duration // of the timed repetitions of a sample
	Deadline time.Duration // of a child
	Stall    time.Duration // without progress: a deadlock
	Patience Patience      // for processors, before a round
	Full     bool          // the larger parameters
	Peers    []string      // names of the ways to ask; none: all
	Progress io.Writer

	plan  plan
	stuck map[string]bool // way and operation that have deadlocked
}

// Run runs a case to its end. A wrong answer is an error, and so is a child that
// cannot be understood.
func (d *Driver) Run(ctx context.Context, c cases.Case) (CaseResult, error) {
	result := CaseResult{ID: c.ID, Question: c.Question, Unit: c.Unit, Kind: c.Kind, Energy: c.Energy}
	if c.Hogs {
		stop, err := d.hogs()
		if err != nil {
			return result, err
		}
		defer stop()
	}
	for _, p := range c.Rows(d.Full) {
		begin := time.Now()
		row, err := d.row(ctx, c, p)
		if err != nil {
			return result, fmt.Errorf("%s %s: %w", c.ID, p, err)
		}
		result.Rows = append(result.Rows, row)
		d.plan.spend(time.Since(begin))
		fmt.Fprintf(d.Progress, "%-14s %-40s %2d rounds %6.1f s%s\n", c.ID, p, row.Rounds, time.Since(begin).Seconds(), d.plan)
	}
	return result, nil
}

// row runs all rounds over all ways for one choice of parameters.
func (d *Driver) row(ctx context.Context, c cases.Case, p cases.Params) (Row, error) {
	ways := c.Ways()
	if len(d.Peers) > 0 {
		ways = slices.DeleteFunc(ways, func(w cases.Way) bool { return !slices.Contains(d.Peers, w.Name) })
	}
	ways = slices.DeleteFunc(ways, func(w cases.Way) bool { return w.Spare && !d.built(w) })
	endings := make([][]ending, len(ways))
	row := Row{Params: p.String()}
	want := wants(c)
	var took, last time.Duration
	for ; d.another(c, row.Rounds, took, last); row.Rounds++ {
		begin := time.Now()
		if !c.Hogs && !d.Patience.await(ctx, d.Workers, processors) {
			row.Crowded++
		}
		for i, w := range ways {
			if last := len(endings[i]) - 1; last >= 0 && endings[i][last].Verdict != "" {
				continue // once was enough
			}
			e, err := d.ask(ctx, c, w, c.ParamsOf(w, p), want, row.Rounds)
			if err != nil {
				return Row{}, fmt.Errorf("%s: %w", w.Name, err)
			}
			endings[i] = append(endings[i], e)
		}
		last = time.Since(begin) // the first round is the longest: a way that deadlocks is not run again
		took += last
	}
	for i, w := range ways {
		cell := cellOf(w, endings[i])
		if own := c.ParamsOf(w, p); own.String() != p.String() {
			cell.Params = own.String()
		}
		row.Cells = append(row.Cells, cell)
		if c.Ideal && w.Name == "serial" {
			row.Cells = append(row.Cells, Cell{Way: Ideal, Verdict: cell.Verdict, NS: cell.NS.over(float64(d.Workers))})
		}
	}
	return row, nil
}

// Ideal names the cell that is computed, not measured: the serial time over the workers.
const Ideal = "ideal"

// wants returns the answers that are wanted, each computed once: the serial twin takes its time.
func wants(c cases.Case) func(p cases.Params) string {
	known := map[string]string{}
	return func(p cases.Params) string {
		answer, ok := known[p.String()]
		if !ok {
			answer = c.Want(p)
			known[p.String()] = answer
		}
		return answer
	}
}

// program returns what the Go ways of a round run in.
func (d *Driver) program(round int) string {
	if len(d.Layouts) == 0 {
		return d.Self
	}
	return d.Layouts[round%len(d.Layouts)]
}

// ask runs one child and checks its answer. A rival that has deadlocked with an operation
// in one case is not asked to use it in the next.
func (d *Driver) ask(ctx context.Context, c cases.Case, w cases.Way, p cases.Params, want func(p cases.Params) string, round int) (ending, error) {
	key := w.Name + " " + w.Needs
	if w.Needs != "" && d.stuck[key] && c.Kind != cases.Verdict {
		return ending{Verdict: deadlocks, Reason: "as in an earlier case"}, nil
	}
	ch, verdict := d.childOf(c, w, p, round)
	if verdict != "" {
		return ending{Verdict: verdict}, nil
	}
	e, err := ch.run(ctx)
	if err != nil {
		return e, err
	}
	if c.Whole {
		e.Ops = 1
	}
	if e.Verdict == deadlocks && w.Needs != "" {
		if d.stuck == nil {
			d.stuck = map[string]bool{}
		}
		d.stuck[key] = true
	}
	if e.Verdict == "" && c.Want != nil {
		if right := want(p); e.Answer != right {
			return e, fmt.Errorf("the answer is %q, want %q", e.Answer, right)
		}
	}
	return e, nil
}

// hogs starts a process that does nothing but use a processor for each second
// worker, and returns how to end them.
func (d *Driver) hogs() (stop func(), err error) {
	var all []*exec.Cmd
	stop = func() {
		for _, cmd := range all {
			cmd.Process.Kill()
			cmd.Wait()
		}
	}
	for range max(d.Workers/2, 1) {
		cmd := exec.Command(d.Self, "hog")
		if err := cmd.Start(); err != nil {
			stop()
			return nil, err
		}
		all = append(all, cmd)
	}
	return stop, nil
}
