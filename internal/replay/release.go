package replay

import (
	"errors"
	"fmt"
	"strings"
)

// diverge reports that the program does something else than the recorded run: t did not come, or
// what else the text says. From then on the recording is not followed any more. The first to come
// is reported.
func (p *player) diverge(t *Take, text string) {
	var b strings.Builder
	fmt.Fprintf(&b, "skua: %s: the program diverges from the recording: ", p.name)
	if t != nil {
		fmt.Fprintf(&b, "line %d has %q, %s; ", t.line, t.String(), p.path(t))
	}
	b.WriteString(text)
	b.WriteString("; from here on the recording is not followed")
	p.release(b.String(), true)
}

// finish ends the replay of a recording that goes no further, of a program that does. That is no fault.
func (p *player) finish() {
	p.release(fmt.Sprintf("skua: %s: the recording ends here, after line %d, where the recorded run was ended; "+
		"the program goes on without it", p.name, p.file.lines), false)
}

// path says where a take was taken, up to the call.
func (p *player) path(t *Take) string {
	if t.From.outside() {
		return fmt.Sprintf("%v %d at %s", t.Kind, t.From.Event, p.file.names[t.From.Take])
	}
	from := p.file.byID[[2]int{t.From.Worker, t.From.Take}]
	var b strings.Builder
	fmt.Fprintf(&b, "%s of event %d", t.Kind, t.From.Event)
	for depth := 0; from != nil && depth < 8; depth++ {
		if from.From.outside() {
			fmt.Fprintf(&b, " in %v %d at %s", from.Kind, from.From.Event, p.file.names[from.From.Take])
			return b.String()
		}
		fmt.Fprintf(&b, " in the %v of event %d", from.Kind, from.From.Event)
		from = p.file.byID[[2]int{from.From.Worker, from.From.Take}]
	}
	return b.String() + " …"
}

// release lets all that wait go on, and pools steal as usual. What was handed over and not taken
// goes back to its pool. The text says why, and Close returns it if that is a fault.
func (p *player) release(text string, fault bool) {
	p.mu.Lock()
	if p.released.Load() {
		p.mu.Unlock()
		return
	}
	// ORDER: under mu, where what is handed over is noted: it is in the lists below, or Hand sees this.
	p.released.Store(true)
	if fault {
		p.err = errors.New(text)
	}
	fmt.Fprintln(p.stderr, text)
	type left struct {
		pool *Pool
		item any
	}
	var all []left
	for _, n := range p.notes {
		for _, t := range n.list[n.next:] {
			if t.here {
				all = append(all, left{n.pool, t.item})
				t.item, t.here = nil, false
			}
		}
	}
	p.wake.Broadcast()
	p.mu.Unlock()
	for _, l := range all {
		l.pool.Return(l.item)
	}
}

// close returns what was wrong.
func (p *player) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Rest returns the notes of a resident that runs what was handed to another one, after a divergence.
func (p *Pool) Rest(item any) *Notes { return &Notes{pool: p, rest: item} }

// Rest returns what the worker is to run first, once.
func (n *Notes) Rest() (item any) {
	item, n.rest = n.rest, nil
	return item
}
