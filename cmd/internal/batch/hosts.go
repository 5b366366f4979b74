package batch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A host is a Host and what the dispatcher knows of it, under its mutex.
type host struct {
	Host
	used  []*slot // by index; nil where none is
	held  int     // slots that ask for an item or have one
	ahead int     // slots that may not take ahead now
	asked int     // items that it was asked to give back since it was looked at
	lost  error   // why it runs nothing any more

	taking context.Context // ends when the host takes nothing more
	noMore context.CancelFunc
	row    int // executions in a row that ended by HostLost
}

// wants tells whether the host has use for a slot.
func (h *host) wants(s *slot) bool { return h.lost == nil && s.index < h.Slots()+h.Ahead() }

// lookEvery is how often hosts are looked at: a new slot waits up to that long, which
// nobody sees, and a batch that waits costs less than a thousandth of a processor.
const lookEvery = 20 * time.Millisecond

// lookAtHosts notices hosts that are lost, starts the slots that hosts have got, and asks
// for items for slots that are free.
func (d *dispatcher) lookAtHosts() {
	d.mu.Lock()
	defer d.mu.Unlock()
	lost := 0
	for _, h := range d.hosts {
		d.ask(h)
		if h.lost != nil {
			lost++
			continue
		}
		h.asked = 0
		d.grow(h)
	}
	if lost == len(d.hosts) {
		d.allLost()
	} else if d.free > 0 {
		d.steal()
	}
}

// ask notes whether a host is lost for good.
func (d *dispatcher) ask(h *host) {
	if l, ok := h.Host.(Loser); ok {
		d.lose(h, l.Lost())
	}
}

// grow starts the slots that a host has and that do not run.
func (d *dispatcher) grow(h *host) {
	if d.stopped || d.over() {
		return
	}
	for i := range max(0, h.Slots()) + h.Ahead() {
		if i == len(h.used) {
			h.used = append(h.used, nil)
		}
		if h.used[i] == nil {
			s := &slot{host: h, index: i, number: d.number()}
			h.used[i] = s
			d.slots.Add(1)
			go d.serve(s)
		}
	}
}

// number returns the smallest number that no slot has.
func (d *dispatcher) number() int {
	i := slices.Index(d.numbers, false)
	if i < 0 {
		i = len(d.numbers)
		d.numbers = append(d.numbers, false)
	}
	d.numbers[i] = true
	return i
}

// steal asks the host that holds the most items that have not started to give back half
// of them. They come back to the source, and the slots that are free are woken. A host is
// not asked for the same items again until it is looked at, or has given. One that has lost slots
// is asked as well.
func (d *dispatcher) steal() {
	var victim *host
	most := 0
	for _, h := range d.hosts {
		if n := h.held - h.Slots() - h.asked; h.lost == nil && n > most {
			victim, most = h, n
		}
	}
	if victim != nil {
		n := (most + 1) / 2
		victim.asked += n
		victim.GiveBack(n)
	}
}

// lose notes that a host runs nothing any more, if err is not nil.
func (d *dispatcher) lose(h *host, err error) {
	if err == nil || h.lost != nil {
		return
	}
	h.lost = err
	h.noMore() // a slot that waits for inputs must not take one any more
	d.sum.Lost = append(d.sum.Lost, fmt.Sprintf("host %s is lost: %v", h.Name(), err))
	d.changed.Broadcast()
}

// tellLost says which hosts were lost since the last time. NOT: in lose, whose caller
// holds mu: a message waits while standard output takes nothing.
func (d *dispatcher) tellLost() {
	d.mu.Lock()
	lost := d.sum.Lost[d.told:]
	d.told = len(d.sum.Lost)
	d.mu.Unlock()
	for _, text := range lost {
		d.progress.message(text)
	}
}

// lossesInRow is how many executions in a row, for each that a host holds, may end
// because the host was lost, until it counts as lost for good.
const lossesInRow = 3

// ran notes how an execution on a host has ended.
func (d *dispatcher) ran(h *host, s State) {
	switch s {
	case Ended:
		h.row = 0
	case HostLost:
		d.ask(h) // at once, or its slots would let items die on it
		if h.row++; h.row > lossesInRow*(max(0, h.Slots())+h.Ahead()+1) {
			d.lose(h, errors.New("nothing ends on it any more"))
		}
	case GivenBack:
		d.sum.Stolen++
		h.asked = max(0, h.asked-1)
	}
}

// allLost ends a batch that has no hosts any more.
func (d *dispatcher) allLost() {
	if d.stopped || d.over() || d.err != nil {
		return
	}
	d.err = fmt.Errorf("no host is left to run %s on: %s", d.What, strings.Join(d.sum.Lost, "; "))
	d.stopped = true
	d.noMore()
	d.changed.Broadcast()
}
