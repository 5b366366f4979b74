package drive

import (
	"fmt"
	"time"

	"github.com/skua-go/skua/bench/internal/cases"
)

const (
	leastRounds = 3
	mostRounds  = 15
	rowTime     = 20 * time.Second // on average: a full run of all cases takes some 30 minutes
	dear        = 3                // shares that a row may take for its least rounds
)

// A plan shares the time of a run out among its rows: each gets an even part of what
// is left, so that cheap rows leave time to expensive ones.
type plan struct {
	left time.Duration
	rows int
}

// Plan counts the rows of the cases that are to be run, and says how long they take
// if the rounds go by time.
func (d *Driver) Plan(all []cases.Case) string {
	for _, c := range all {
		d.plan.rows += len(c.Rows(d.Full))
	}
	if d.Rounds > 0 {
		return fmt.Sprintf("%d rows, %d rounds", d.plan.rows, d.Rounds)
	}
	d.plan.left = time.Duration(d.plan.rows) * rowTime
	return fmt.Sprintf("%d rows, some %.0f minutes", d.plan.rows, d.plan.left.Minutes())
}

// share is how long the next row may take.
func (p plan) share() time.Duration { return p.left / time.Duration(max(p.rows, 1)) }

// spend takes what a row took out of the plan.
func (p *plan) spend(took time.Duration) {
	p.left -= took
	p.rows--
}

// String says what is left.
func (p plan) String() string {
	if p.left <= 0 {
		return fmt.Sprintf(", %d rows left", p.rows)
	}
	return fmt.Sprintf(", %d rows and %.0f minutes left", p.rows, p.left.Minutes())
}

// another reports whether to run one more round, given how many have run, their total
// time and the last one's. Small differences need many rounds; three at least show the
// noise.
func (d *Driver) another(c cases.Case, rounds int, took, last time.Duration) bool {
	switch {
	case rounds == 0:
		return true
	case c.Kind == cases.Verdict, c.Kind == cases.Quiet && !d.Full:
		return false // it does not vary, or takes long on purpose
	case d.Rounds > 0:
		return rounds < d.Rounds
	case rounds < leastRounds:
		return took+last <= dear*max(d.plan.share(), rowTime/2)
	}
	return rounds < mostRounds && took+last <= d.plan.share()
}
