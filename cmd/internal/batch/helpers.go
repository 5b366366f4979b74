package batch

import (
	"sync"
	"time"
)

// help starts what has to be done every now and then while the slots run, and returns a
// function that ends it. What may block on standard output has a goroutine of its own, so
// that memory does not grow while the reader of our output stands still.
func (d *dispatcher) help() (end func()) {
	var all sync.WaitGroup
	done := make(chan struct{})
	begin := func(interval time.Duration, f func()) {
		all.Go(func() { defer d.panicked(); every(interval, f, done) })
	}
	begin(lookEvery, func() {
		d.lookAtHosts()
		d.checkTimeouts()
		d.drain()
	})
	begin(lookEvery, func() {
		if !d.Ungroup {
			d.fail(d.printer.stream())
		}
		d.tellLost()
	})
	if d.Progress != Silent {
		begin(drawEvery, d.progress.draw)
	}
	return func() {
		close(done)
		all.Wait()
	}
}

// every calls f every now and then until done is closed.
func every(interval time.Duration, f func(), done <-chan struct{}) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			f()
		case <-done:
			return
		}
	}
}

// drain moves what running items have written from memory to disk.
func (d *dispatcher) drain() {
	for _, s := range d.allSlots() {
		d.fail(d.printer.drain(&s.job))
	}
}

// allSlots returns the slots of all hosts.
func (d *dispatcher) allSlots() []*slot {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []*slot
	for _, h := range d.hosts {
		for _, s := range h.used {
			if s != nil {
				all = append(all, s)
			}
		}
	}
	return all
}
