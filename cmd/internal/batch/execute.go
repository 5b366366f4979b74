package batch

import (
	"fmt"
)

// lossesOfItem is how often the host may be lost that has an item, until the item is
// held to be the reason.
const lossesOfItem = 3

// execute runs an item on the slot's host and sees to what came of it. It tells whether
// the item went back to the source.
func (d *dispatcher) execute(s *slot, it *Item) (returned bool) {
	skip, err := d.Joblog.done(it)
	if err != nil {
		d.fail(err)
		return false
	}
	if skip {
		d.skip(it)
		return false
	}
	local := s.host.Name() == ":"
	if local && d.Budget != nil {
		taken, err := d.Budget.Acquire(d.taking, it.Memory)
		if err != nil {
			return false // the batch ends; the item was not run
		}
		defer d.Budget.Release(taken)
	}
	if !d.ready(local && d.Tokens != nil) {
		return false
	}
	it.Attempt = max(it.Attempt, 1)
	last := d.Attempts > 0 && it.Attempt >= d.Attempts
	d.printer.begin(&s.job, it, last && (d.Lines || local && (d.Ordered || d.alone())))
	o := d.run(s, it)
	return d.judge(s, it, &o)
}

// ready waits until an execution may start: until it has a token, if it needs one, and until the delay
// since the start before it has passed. It returns false if the batch ends before that.
//
// NOT: the delay first. Executions whose delay has passed would start together when tokens come back.
func (d *dispatcher) ready(shares bool) bool {
	if shares && d.Delay > 0 { // one at a time, so that one token at most waits for the delay
		d.starting.Lock()
		defer d.starting.Unlock()
	}
	if shares && d.Tokens.Acquire(d.taking) != nil {
		return false
	}
	if d.pace.wait(d.taking, d.Delay) && d.taking.Err() == nil {
		return true
	}
	if shares {
		d.Tokens.Release()
	}
	return false
}

// skip notes an item that need not run.
func (d *dispatcher) skip(it *Item) {
	d.mu.Lock()
	d.sum.Skipped++
	d.skipped += it.Weight
	d.skippedInputs += it.Inputs
	d.mu.Unlock()
	d.fail(d.printer.skip(it))
}

// alone tells whether only one item can run at a time.
func (d *dispatcher) alone() bool {
	n := 0
	for _, h := range d.Hosts {
		n += h.Slots() + h.Ahead()
	}
	return n == 1
}

// run runs an item on the slot's host.
func (d *dispatcher) run(s *slot, it *Item) Outcome {
	if d.Tokens != nil && s.host.Name() == ":" {
		defer d.Tokens.Release() // NOT: after it was shown, which can wait
	}
	ctx := s.timer.begin(d, it)
	d.mu.Lock()
	d.running++
	d.mu.Unlock()
	o := s.host.Run(ctx, it, s.index, &s.job.streams)
	if s.timer.end() && (o.State == Interrupted || o.State == Ended && !o.OK()) {
		o.State, o.TimedOut = Ended, true
	}
	if o.Host == "" {
		o.Host = s.host.Name()
	}
	return o
}

// panicked gives the tokens back if a goroutine of the batch panics. It is deferred there.
func (d *dispatcher) panicked() {
	if d.Tokens == nil {
		return
	}
	if p := recover(); p != nil {
		d.Tokens.Abandon()
		panic(p)
	}
}

// judge sees to what came of an execution, and tells whether the item went back to the
// source.
func (d *dispatcher) judge(s *slot, it *Item, o *Outcome) (returned bool) {
	if d.Budget != nil && it.Memory == 0 && s.host.Name() == ":" {
		d.Budget.Learn(o.MaxRSS)
	}
	d.mu.Lock()
	d.running--
	d.ran(s.host, o.State)
	again := d.again(it, o)
	d.mu.Unlock()
	if again {
		d.printer.drop(&s.job)
		d.Source.Return(it)
		return true
	}
	if o.State != Ended { // what is killed at the end is not logged
		d.printer.drop(&s.job)
		return false
	}
	d.fail(d.printer.end(&s.job, o))
	d.counted(it, o)
	return false
}

// again decides whether an item is to go back to the source. If its host was lost too
// often, it makes that the item's failure. The caller holds mu.
func (d *dispatcher) again(it *Item, o *Outcome) bool {
	stopped := d.stopped || d.taking.Err() != nil // the latter comes first
	switch o.State {
	case GivenBack:
		return !stopped
	case Ended:
		if o.OK() || stopped || d.Attempts > 0 && it.Attempt >= d.Attempts {
			return false
		}
		it.Attempt++
		d.sum.Retried++
		return true
	}
	if stopped {
		d.sum.Killed++
		return false
	}
	if it.Lost++; it.Lost < lossesOfItem {
		d.sum.Rerun++
		return true
	}
	o.State, o.Exit = Ended, 1
	o.Err = fmt.Errorf("%d times its host was lost while it ran", it.Lost)
	return false
}

// counted counts an item, and halts the batch if that is to be.
func (d *dispatcher) counted(it *Item, o *Outcome) {
	all, more := 0, true
	if d.Halt.Percent != 0 {
		all, more = d.Source.Total()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count(it, o)
	ok, failed := d.sum.OK, d.sum.Failed
	if d.Halt.Percent != 0 {
		ok, failed = d.okInputs, d.sum.Inputs-d.okInputs
		if more {
			all = 0
		}
	}
	if d.sum.Halted || !d.Halt.reached(ok, failed, all) {
		return
	}
	d.sum.Halted, d.stopped = true, true
	d.noMore()
	if d.Halt.Now {
		d.kill(errEnded)
	}
	d.changed.Broadcast()
}
