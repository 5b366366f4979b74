//go:build linux && (amd64 || arm64)

package main

import (
	"syscall"
	"time"
)

// disturb kills or stops a process.
func (r *round) disturb() {
	if !r.random {
		return
	}
	p := 1 + r.rng.IntN(3)
	k := r.kids[p]
	if k == nil || k.wake.set() {
		return
	}
	if r.rng.IntN(4) == 0 {
		r.v.stops++
		k.cmd.Process.Signal(syscall.SIGSTOP)
		k.wake = timer{time.Now().Add(time.Duration(50+r.rng.IntN(300)) * time.Millisecond)}
	} else if r.v.kills < maxKills {
		k.point = ""
		k.cmd.Process.Kill()
	}
}

// resume lets stopped processes go on when it is time.
func (r *round) resume() {
	for _, k := range r.kids {
		if k != nil && k.wake.expired() {
			k.cmd.Process.Signal(syscall.SIGCONT)
			k.wake = timer{}
			if k.every > 0 { // it may not have come to the point yet
				k.wake = timer{time.Now().Add(k.every)}
			}
		}
	}
}
