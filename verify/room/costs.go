package room

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Time is virtual time, in picoseconds.
type Time int64

// Nanosecond is a nanosecond of virtual time.
const Nanosecond Time = 1000

// Of is d in virtual time.
func Of(d time.Duration) Time { return Time(d) * Nanosecond }

// Duration is t, to the nanosecond below.
func (t Time) Duration() time.Duration { return time.Duration(t / Nanosecond) }

// Costs are what things cost a thread.
type Costs struct {
	Hit   Time // a load of a line that the processor has
	Write Time // a store or RMW of a line that the processor has alone: Go's stores are exchanges

	Move     Time // to get a line that another processor has written, or to get a shared one alone; the line is busy as long
	Far      Time // the same from another socket
	Read     Time // to get a copy of a line that others have only read
	ReadBusy Time // for how long such a read keeps the line busy
	Hold     Time // for how much longer a processor keeps a line that it was given
	HoldOdds int  // how often it does so, in a hundred

	Permit Time // to take a permit that is there, or to leave one
	Wake   Time // from an unpark until the sleeper runs
	Waker  Time // what an unpark costs its caller
	Late   Time // until another processor takes a thread that is first in line on its waker's
	Chain  bool // Go's own way: a processor is woken only while no other is on its way, and wakes the next
	Start  Time // what the start of a goroutine costs its caller, besides a wake-up
	Yield  Time // a yield when nobody waits for the processor
	Switch Time // from one thread to the next on the same processor

	LockSpin Time // for how long a thread spins at a lock before it sleeps

	Slack Time // how far ahead of the least clock a load that hits may run
}

// Set changes the costs that a text names, in nanoseconds, as in "wake=60000,waker=25000".
func (c *Costs) Set(text string) error {
	byName := map[string]*Time{"hit": &c.Hit, "write": &c.Write, "move": &c.Move, "far": &c.Far, "read": &c.Read,
		"readbusy": &c.ReadBusy, "hold": &c.Hold, "permit": &c.Permit, "wake": &c.Wake, "waker": &c.Waker,
		"late": &c.Late, "start": &c.Start, "yield": &c.Yield, "switch": &c.Switch, "lockspin": &c.LockSpin, "slack": &c.Slack}
	for word := range strings.SplitSeq(text, ",") {
		if word == "" {
			continue
		}
		name, number, _ := strings.Cut(word, "=")
		ns, err := strconv.ParseFloat(number, 64)
		switch to := byName[name]; {
		case err != nil || !(ns >= 0 && ns <= 1e9):
			return fmt.Errorf("costs %q: want NAME=NANOSECONDS up to a second, as in wake=60000", word)
		case name == "chain" && ns <= 1:
			c.Chain = ns == 1
		case name == "holdodds" && ns <= 100:
			c.HoldOdds = int(ns)
		case to == nil:
			return fmt.Errorf("costs %q: there are chain, 0 or 1, holdodds, up to 100, and %s", word, strings.Join(slices.Sorted(maps.Keys(byName)), ", "))
		default:
			*to = Time(ns * float64(Nanosecond))
		}
	}
	return nil
}

// Default is what two processors of one socket cost that lie next to each other, with wake-ups by a
// system that is not virtual: what published measurements of such machines have, in the middle. To
// compare with a real machine, measure its own costs (run calibrate).
func Default() Costs {
	return Costs{
		Hit: Nanosecond / 2, Write: 5 * Nanosecond,
		Move: 70 * Nanosecond, Far: 140 * Nanosecond,
		Read: 50 * Nanosecond, ReadBusy: 8 * Nanosecond,
		Hold: 30 * Nanosecond, HoldOdds: 10,
		Permit: 50 * Nanosecond, Wake: 5000 * Nanosecond, Waker: 2000 * Nanosecond, Late: 60_000 * Nanosecond,
		Start: 500 * Nanosecond, Yield: 150 * Nanosecond, Switch: 200 * Nanosecond,
		LockSpin: 1000 * Nanosecond,
		Slack:    20 * Nanosecond,
	}
}
