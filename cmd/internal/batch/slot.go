package batch

// A slot is a goroutine that runs one item of a host at a time.
type slot struct {
	host   *host
	index  int // among those of the host
	number int // among those of all hosts
	job    job
	timer  deadline
}

// serve runs items until there are none, or the slot is not wanted any more.
func (d *dispatcher) serve(s *slot) {
	defer d.slots.Done()
	defer d.panicked()
	for {
		it := d.take(s)
		if it == nil {
			return
		}
		returned := d.execute(s, it)
		d.mu.Lock()
		s.host.held--
		d.leave(returned)
		d.mu.Unlock()
	}
}

// leave takes a slot out of busy. The caller holds mu.
func (d *dispatcher) leave(returned bool) {
	d.busy--
	if returned {
		d.looks++
	}
	if returned || d.over() {
		d.changed.Broadcast()
	}
}

// take returns the next item for a slot, or nil if the slot is to end.
//
// A slot of a host that has all its Slots full takes an item ahead, which waits on the
// host. It does so only while no slot of any host is free: else the item would wait
// there although it could run here. The last slot that ceases to be free wakes those.
func (d *dispatcher) take(s *slot) *Item {
	d.mu.Lock()
	defer d.mu.Unlock()
	for !d.stopped && !d.over() && s.host.wants(s) {
		ahead := s.host.held >= s.host.Slots()
		if ahead && d.free > 0 {
			s.host.ahead++
			d.changed.Wait()
			s.host.ahead--
			continue
		}
		if !ahead {
			d.free++
		}
		it, looks := d.next(s)
		if it == nil {
			d.idle(s, looks, ahead)
		}
		if !ahead {
			d.free--
			d.wakeAhead()
		}
		if it != nil {
			return it
		}
	}
	d.retire(s)
	return nil
}

// next asks the source. The caller holds mu, which is free meanwhile.
func (d *dispatcher) next(s *slot) (it *Item, looks uint64) {
	d.busy++
	s.host.held++
	looks = d.looks
	d.mu.Unlock()
	it, ok := d.Source.Next(s.host.taking, s.number)
	d.mu.Lock()
	if ok && s.host.wants(s) {
		return it, looks
	}
	s.host.held--
	if ok { // the host was lost, or has become smaller, while Next waited for inputs
		d.mu.Unlock()
		d.Source.Return(it)
		d.mu.Lock()
	} else if s.host.taking.Err() == nil {
		d.empty = max(d.empty, looks)
	}
	d.leave(ok)
	return nil, looks
}

// idle waits until there is a reason to look into the source again. A slot that is free
// first asks another host for items that wait there.
func (d *dispatcher) idle(s *slot, looks uint64, ahead bool) {
	if !ahead {
		d.steal()
	}
	for d.looks == looks && !d.stopped && !d.over() && s.host.wants(s) {
		d.changed.Wait()
	}
}

// wakeAhead lets slots take ahead when none is free.
func (d *dispatcher) wakeAhead() {
	if d.free > 0 {
		return
	}
	for _, h := range d.hosts {
		if h.ahead > 0 {
			d.changed.Broadcast()
			return
		}
	}
}

// retire ends a slot.
func (d *dispatcher) retire(s *slot) {
	s.host.used[s.index] = nil
	d.numbers[s.number] = false
}
