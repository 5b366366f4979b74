package shm

// post wakes one place that may be asleep, if there is one: its own or another.
//
// ORDER: the caller has pushed before. A sleeper sets its word, then its bit, then looks
// at all deques: either it sees the hint, or we see its word.
func (p *place) post() {
	crashPoint("post")
	idle := p.idle().Load()
	for i := 1; idle != 0 && i <= p.places; i++ {
		q := (p.me + i) % p.places
		if idle>>q&1 != 0 && p.asleep(q).Load() == 1 {
			p.k.wakeStore0(p.asleep(q))
			return
		}
	}
}

// worthWake reports whether what is on the place's deque is worth a system call of 2 µs
// and a process's way out of its sleep. If not, a sleeper learns of it when it looks by
// itself, after idleTime at most; the goroutine that pushed is about to run it meanwhile.
func (p *place) worthWake() bool {
	return !p.brief || p.d.mask+1-p.d.room() >= wakeFrom
}

// wakeFrom: this many tasks of 2 µs and less are worth a wake. Arbitrary.
const wakeFrom = 128

// doze sleeps until this place is woken, for at most ns, unless look finds a reason
// not to. It reports whether the time was up. One goroutine of the process at a time.
//
// ORDER: the word before the look. A waker makes look true before it reads the word.
func (p *place) doze(look func() bool, ns int64) (timeout bool) {
	w := p.asleep(p.me)
	w.Store(1)
	crashPoint("asleep")
	if !look() {
		timeout = p.k.wait(w, ns)
	}
	w.Store(0)
	return timeout
}

// wantWork sets or clears the place's idle bit: posts wake only places that have it.
//
// ORDER: set before the look of doze. post looks at the bits after the push: it sees the bit, or the
// look finds the hint.
func (p *place) wantWork(want bool) {
	if want {
		if p.idle().Load()>>p.me&1 == 0 {
			p.idle().Or(1 << p.me)
		}
	} else {
		p.idle().And(^uint64(1 << p.me))
	}
}

// wakeAll wakes every place.
func (p *place) wakeAll() {
	for q := range p.places {
		p.k.wakeStore0(p.asleep(q))
	}
}
