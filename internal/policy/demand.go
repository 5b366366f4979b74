package policy

// A steal is needless if the owner then waits for the thief longer than the thief has run the task: alone
// the owner would have been done earlier. An offer is needless if the frame comes back untaken at once.
// Thieves that ask again and again make an owner of tiny tasks many times as slow by either. So after one
// the owner lets some requests pass: it does not answer them while it could only give its newest frame. (An
// older one is likely to be more work; KeepAlways keeps a frame public still.) A request that passes
// stands, so a later fork or look answers it. The next tasks may be long, and a count of forks bounds no
// time: so an urgent request, as a worker makes that goes to sleep, never passes. Its owner answers it at
// its next look, one task later at most.

// Demand is what the owner of a stack of frames knows of the thieves' demand for them, and of needless
// steals. DemandOf makes one.
type Demand struct {
	keep     Keep
	credit   uint8 // how many more frames become public unasked; KeepAlways never spends its one
	young    bool  // no request was answered since Anew
	needless uint8 // how many of the last steals were, in a row: mostNeedless at most
	passes   int   // requests that may pass yet
}

// keepFrames is how many frames an owner keeps public after the last request, one at
// a time, before it stops: arbitrary, not measured.
const keepFrames = 16

// mostNeedless bounds how rarely stealing is tried again. Arbitrary.
const mostNeedless = 3

// DemandOf returns that of an owner of whom nobody has asked anything.
func DemandOf(k Keep) Demand { return Demand{keep: k, credit: k.atStart()} }

// Anew begins with the next task, at a gate that is shut, perhaps by no thief.
func (d *Demand) Anew() { d.young, d.credit = true, d.keep.atStart() }

// Keeps reports whether a frame should be public although no thief asks.
func (d *Demand) Keeps() bool { return d.credit > 0 }

// Kept notes that a frame becomes public unasked.
func (d *Demand) Kept() {
	if d.keep == KeepHungry && d.credit > 0 {
		d.credit--
	}
}

// Answered notes that the owner answers a request. After the first one, which may be no thief's, one frame
// more is kept public if a thief takes what was given: so it finds work while the owner is busy.
//
// NOT: count that one as a thief's request. Every short call then made nine frames public and joined each
// of them slowly: decision 0010.
func (d *Demand) Answered() {
	if d.keep == KeepHungry {
		d.credit = keepFrames
		if d.young {
			d.credit = 1
		}
	}
	d.young = false
}

// Returned notes that a public frame has come back unstolen. A last credit of one, which is all that the
// first answer gives, ends with it: no thief was there.
func (d *Demand) Returned() {
	if d.keep == KeepHungry && d.credit == 1 {
		d.credit = 0
	}
}

// Stolen notes a steal of which the owner has seen the end, or an offer that came back untaken.
// From now on 4, 16 or 64 requests pass if it was needless. In the virtual machine room
// (docs/machine-room.md) an owner of tasks of 50 ns was 30 times as slow among 63 workers that
// looked for work as alone, and is 5 times as slow.
func (d *Demand) Stolen(needless bool) {
	if !needless {
		d.needless, d.passes = 0, 0
		return
	}
	d.needless = min(d.needless+1, mostNeedless)
	d.passes = 1 << (2 * d.needless)
	d.credit = d.keep.atStart() // thieves get none unasked either
}

// Needless reports whether the last steal was needless.
func (d *Demand) Needless() bool { return d.needless > 0 }

// Pass reports whether a look, at which so many frames are private, does not answer the request that stands.
func (d *Demand) Pass(private uint32, urgent bool) bool {
	if d.passes == 0 || private != 1 || urgent {
		return false
	}
	d.passes--
	return true
}
