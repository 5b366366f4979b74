package batch

import (
	"context"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestParseHalt(t *testing.T) {
	for text, want := range map[string]Halt{
		"never": {}, "0": {},
		"now,fail=1":      {Now: true, Why: OnFail, Count: 1},
		"soon,fail=3":     {Why: OnFail, Count: 3},
		"soon,fail=3%":    {Why: OnFail, Percent: 3},
		"now,success=1":   {Now: true, Why: OnSuccess, Count: 1},
		"soon,success=3%": {Why: OnSuccess, Percent: 3},
		"now,done=100%":   {Now: true, Why: OnDone, Percent: 100},
		"1":               {Why: OnFail, Count: 1}, "2": {Now: true, Why: OnFail, Count: 1},
		"-1": {Why: OnSuccess, Count: 1}, "-2": {Now: true, Why: OnSuccess, Count: 1},
		"7%": {Why: OnFail, Percent: 7},
	} {
		if got, err := ParseHalt(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v; want %+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":               "want never, soon or now",
		"3":              "want never, soon or now",
		"later,fail=1":   "want never, soon or now",
		"now":            "want fail, success or done after now",
		"now,fails=1":    "want fail, success or done after now",
		"now,fail":       "after now,fail= want a number from 1, or a percentage, not \"\"",
		"soon,fail=x":    "not \"x\"",
		"soon,fail=-1":   "not \"-1\"",
		"soon,done=%":    "a percentage from 1% to 100%",
		"soon,done=101%": "a percentage from 1% to 100%",
		"soon,done=0":    "a number from 1",
		"soon,done=1,x":  "a number from 1",
		"never,fail=1":   "want never, soon or now",
	} {
		if got, err := ParseHalt(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %+v, %v; want %q", text, got, err, want)
		}
	}
}

// TestRun_halt runs five items on one slot; the second fails, and the fourth.
func TestRun_halt(t *testing.T) {
	for text, want := range map[string]int{ // how many end
		"never": 5, "soon,fail=1": 2, "now,fail=2": 4, "soon,success=1": 1, "soon,success=3": 5,
		"now,done=3": 3, "soon,done=50%": 3, "soon,fail=40%": 4, "soon,fail=41%": 5, "1%": 2,
	} {
		h, err := ParseHalt(text)
		if err != nil {
			t.Fatal(err)
		}
		log, name := newJoblog(t)
		fail := func(_ context.Context, it *Item, _ *Streams) Outcome { return Outcome{Exit: 1 - it.Seq%2} }
		sum, err := Run(t.Context(), Config{Source: newQueue(5), Hosts: []Host{&local{slots: 1, run: fail}}, Halt: h, Joblog: log})
		if err != nil || sum.OK+sum.Failed != want {
			t.Errorf("%s: %+v, %v; want %d items", text, sum, err, want)
		}
		if good := want == 1 || text == "soon,success=3"; sum.Good != good {
			t.Errorf("%s: good is %v", text, sum.Good)
		}
		once(t, name, want)
	}
}

// pair is a queue whose third item comes when the batch takes nothing more. Else the slot whose item
// ended beside that which failed might take it before the failure counts.
type pair struct {
	*queue
	taken atomic.Int32
}

func (p *pair) Next(ctx context.Context, slot int) (*Item, bool) {
	if p.taken.Add(1) > 2 {
		<-ctx.Done()
	}
	return p.queue.Next(ctx, slot)
}

// TestRun_haltNow has a first item that prints and never ends by itself.
func TestRun_haltNow(t *testing.T) {
	for _, now := range []bool{true, false} {
		log, name := newJoblog(t)
		var both sync.WaitGroup
		both.Add(2)
		failed := make(chan struct{})
		run := func(ctx context.Context, it *Item, out *Streams) Outcome {
			io.WriteString(&out.Out, it.Label+"\n")
			both.Done()
			both.Wait()
			if it.Seq == 2 {
				close(failed)
				return Outcome{Exit: 1}
			}
			if now {
				<-ctx.Done()
				return Outcome{State: Interrupted}
			}
			<-failed
			return Outcome{}
		}
		var out safe
		sum, err := Run(t.Context(), Config{
			Source: &pair{queue: newQueue(9)}, Hosts: []Host{&local{slots: 2, run: run}}, Stdout: &out,
			Halt: Halt{Now: now, Why: OnFail, Count: 1}, Joblog: log,
		})
		if err != nil || !sum.Halted || sum.Good || sum.Failed != 1 {
			t.Errorf("now %v: %+v, %v", now, sum, err)
		}
		got := logged(t, name)
		if now && (sum.Killed != 1 || len(got) != 1 || out.String() != "item 2\n") {
			t.Errorf("now: %+v, logged %v, printed %q; want only item 2", sum, got, out.String())
		}
		if !now && (sum.OK != 1 || len(got) != 2) {
			t.Errorf("soon: %+v, logged %v; want both that ran", sum, got)
		}
	}
}
