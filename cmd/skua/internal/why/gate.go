package why

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/trace"
)

// Worse is the exit code of --fail-if.
const Worse = 5

// clocks is by how many seconds a processor time may be wrong: that a thread waits for a processor inside
// of a piece of work is noticed after a time slice of the runtime.
const clocks = 10e-3

// A quantity is what --fail-if can judge: processor time or a count. How long a program took is none, as
// other programs of a busy machine change it.
type quantity struct {
	name string
	time bool // seconds
	of   func(r *trace.Report) float64
}

var quantities = []quantity{
	{"work", true, func(r *trace.Report) float64 { return r.Span.Work }},
	{"span", true, func(r *trace.Report) float64 { return r.Span.Span }},
	{"parallelism", false, func(r *trace.Report) float64 { return r.Span.Parallelism }},
	{"gc", true, func(r *trace.Report) float64 { return r.Account.GC }},
	{"allocations", false, func(r *trace.Report) float64 { return r.Account.Allocs }},
	{"calls", false, func(r *trace.Report) float64 { return float64(r.Calls) }},
	{"loops", false, counted(trace.LoopSite)},
	{"tasks", false, counted(trace.SpawnSite)},
	{"forks", false, counted(trace.ForkSite)},
	{"steals", false, func(r *trace.Report) (n float64) {
		for _, l := range r.Lines {
			n += float64(l.Steals)
		}
		return n
	}},
}

// counted counts what is at the call sites of a kind.
func counted(kind trace.SiteKind) func(r *trace.Report) float64 {
	return func(r *trace.Report) (n float64) {
		for _, s := range r.Sites {
			if s.Kind == kind {
				n += float64(s.Count)
			}
		}
		return n
	}
}

// write writes a value as people read it.
func (q quantity) write(x float64) string {
	switch {
	case q.time:
		return span(x)
	case x == math.Trunc(x):
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return fmt.Sprintf("%.2f", x)
}

// A condition of --fail-if, and what became of it.
type condition struct {
	Text   string  `json:"condition"`
	Is     float64 `json:"is"`            // seconds, or a count: of all runs the one that is nearest to what is wanted
	Was    float64 `json:"was,omitempty"` // in the base
	Failed bool    `json:"failed"`

	quantity quantity
	less     bool // it is about too little
	factor   bool // limit is one, of what was
	limit    float64
}

// A gate is what --fail-if says. It is a pflag.Value.
type gate []*condition

var conditionForm = regexp.MustCompile(`^([a-z]+)\s*([<>])\s*(\S+)$`)

func (g *gate) Set(text string) error {
	*g = nil
	for part := range strings.SplitSeq(text, ",") {
		c, err := parse(strings.TrimSpace(part))
		if err != nil {
			return err
		}
		*g = append(*g, c)
	}
	return nil
}

func (g *gate) Type() string { return "CONDITIONS" }

func (g *gate) String() string {
	var texts []string
	for _, c := range *g {
		texts = append(texts, c.Text)
	}
	return strings.Join(texts, ", ")
}

func parse(text string) (*condition, error) {
	m := conditionForm.FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("%q is no condition: want some such as 'work > 1.1x, parallelism < 8', with commas between", text)
	}
	c := &condition{Text: text, less: m[2] == "<"}
	var names []string
	for _, q := range quantities {
		names = append(names, q.name)
		if q.name == m[1] {
			c.quantity = q
		}
	}
	if c.quantity.of == nil {
		return nil, fmt.Errorf("unknown quantity %q: want %s", m[1], strings.Join(names, ", "))
	}
	var err error
	if number := strings.TrimSuffix(m[3], "x"); number != m[3] {
		c.factor = true
		c.limit, err = strconv.ParseFloat(number, 64)
	} else if c.quantity.time {
		var d time.Duration
		d, err = time.ParseDuration(m[3])
		c.limit = d.Seconds()
	} else {
		c.limit, err = strconv.ParseFloat(m[3], 64)
	}
	if err != nil || !(c.limit >= 0) || math.IsInf(c.limit, 0) {
		kind := "a number such as 100"
		if c.quantity.time {
			kind = "a time such as 300ms"
		}
		return nil, fmt.Errorf("bad limit %q of %s: want %s, or a factor of the base such as 1.1x", m[3], m[1], kind)
	}
	return c, nil
}

// from notes what the base says.
func (g gate) from(base *trace.Report) error {
	if refusal := base.Verdict().Refusal; refusal != "" && len(g) > 0 {
		return errors.New("nothing can be compared with this recording: " + refusal)
	}
	for _, c := range g {
		if c.Was = c.quantity.of(base); c.factor && !(c.Was > 0) {
			return fmt.Errorf("%s: that recording has no %s: want another one, or a limit without x", c.Text, c.quantity.name)
		}
	}
	return nil
}

// judge notes what a run says, which is one of several, and reports whether some condition still fails. What
// delays a program makes its numbers worse, never better: so the best one of each counts.
func (g gate) judge(r *trace.Report, first bool) (fails bool) {
	for _, c := range g {
		x, limit := c.quantity.of(r), c.limit
		if c.factor {
			limit *= c.Was
		}
		if first || c.less == (x > c.Is) {
			c.Is = x
		}
		slack := 0.0
		if c.quantity.time {
			slack = clocks
		}
		c.Failed = c.Is > limit+slack && !c.less || c.Is < limit-slack && c.less
		fails = fails || c.Failed
	}
	return fails
}

// run judges the report of the first run of p, and repeats it up to so many runs until nothing fails. It
// returns how many runs were judged, and an error that says what failed.
func (g gate) run(ctx context.Context, p *program, r *trace.Report, most int) (judged int, err error) {
	again := *p
	again.stdin, again.stdout = nil, again.stderr // what was read is gone; what is printed was printed before
	for run := 1; ; run++ {
		refusal, fails := r.Verdict().Refusal, true
		if refusal == "" {
			fails = g.judge(r, judged == 0)
			judged++
		}
		switch {
		case !fails:
			return judged, nil
		case run < most && ctx.Err() == nil:
		case judged == 0:
			return 0, exit.Errorf(exit.Failed, "why: --fail-if: nothing is known: %s", refusal)
		default:
			return judged, g.failure(judged)
		}
		if r, err = again.record(ctx); err != nil {
			return judged, err
		}
	}
}

// failure is an error that says which conditions failed.
func (g gate) failure(runs int) error {
	var said []string
	for _, c := range g {
		if !c.Failed {
			continue
		}
		q, want := c.quantity, "at most"
		if c.less {
			want = "at least"
		}
		if c.factor {
			said = append(said, fmt.Sprintf("%s is %s, and it was %s: %.2fx, want %s %gx", q.name, q.write(c.Is), q.write(c.Was), c.Is/c.Was, want, c.limit))
		} else {
			said = append(said, fmt.Sprintf("%s is %s, want %s %s", q.name, q.write(c.Is), want, q.write(c.limit)))
		}
	}
	best := ""
	if runs > 1 {
		best = fmt.Sprintf(" (the best of %d runs)", runs)
	}
	return exit.Errorf(Worse, "why: %s%s", strings.Join(said, "; "), best)
}
