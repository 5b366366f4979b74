package cases

import (
	"errors"
	"fmt"
	"slices"
)

// A Case is one question.
type Case struct {
	ID       string
	Question string
	Unit     string // of what the answers are divided by: "fork", "task"
	Kind     Kind
	Rows     func(full bool) []Params
	Slow     func(p Params) Params // what Slow ways run instead; nil: the same
	Want     func(p Params) string // the right answer, from theory or the serial twin; nil: none
	Ways     func() []Way
	Whole    bool // a repetition is the unit, however many a sample says there are in it
	Ideal    bool // show beside the other ways what the serial twin takes, over the workers
	FullOnly bool // not in a quick run
	Hogs     bool // with other processes on half of the processors
	Energy   bool // show what of the processors it used, and how often it slept
}

// A Kind says what a case measures, and so how its table looks.
type Kind int

const (
	Time    Kind = iota // nanoseconds for a unit; the less the better
	Latency             // nanoseconds from an event to its effect: median and 99th percentile
	Quiet               // processor time while there is nothing to do
	Verdict             // whether it ends
	Grain               // the smallest task worth giving; nothing else of the sample counts
	Garbage             // time, and what is left to the garbage collector
	Scaling             // time with one worker and with all, and what one brings beside the other
)

// A Way is one way to answer: the serial twin's, skua's, a rival's.
type Way struct {
	Name   string
	Module string // of the rival, for its version; "skua" ways have none
	Native string // program in bench/native/bin, if it is one of those
	Case   string // what that program calls the case, if otherwise
	Spare  bool   // missing from tables if its native program is not built: few machines have its library
	Env    string // key=value that it gets in its environment, or nothing
	Needs  string // operation of the rival: if it deadlocked in one case, it is not asked in the other cases
	Slow   bool   // so expensive for a unit that it runs Case.Slow
	Start  func(p Params, workers int) (*Run, error)
}

// A Run is a way made ready: pools are open, data is in place.
type Run struct {
	Ops    int              // units in one repetition
	Before func()           // before each repetition, not timed; may be nil
	Once   func()           // one repetition: what is timed
	Sample func() []float64 // instead of Once: nanoseconds of single events, measured by the way
	Answer func() string    // of the last repetition; nil if there is none
	Peak   func() int       // goroutines at most, if the run counts them itself
	Close  func()           // may be nil
}

// lack is the error of a way that lacks what its case needs.
type lack string

func (l lack) Error() string { return string(l) }

// Cannot says that a way lacks what a case needs, and what that is.
func Cannot(format string, args ...any) error { return lack(fmt.Sprintf(format, args...)) }

// IsCannot reports whether err came from Cannot.
func IsCannot(err error) bool {
	_, ok := errors.AsType[lack](err)
	return ok
}

// Find returns the case with that ID.
func Find(id string) (Case, error) {
	for _, c := range All() {
		if c.ID == id {
			return c, nil
		}
	}
	return Case{}, fmt.Errorf("unknown case %q", id)
}

// Way returns the way of that name.
func (c Case) Way(name string) (Way, error) {
	ways := c.Ways()
	i := slices.IndexFunc(ways, func(w Way) bool { return w.Name == name })
	if i < 0 {
		return Way{}, fmt.Errorf("case %s: nobody is called %q", c.ID, name)
	}
	return ways[i], nil
}

// ParamsOf returns what w runs in a row of parameters p.
func (c Case) ParamsOf(w Way, p Params) Params {
	if w.Slow && c.Slow != nil {
		return c.Slow(p)
	}
	return p
}
