//go:build race && !explore

package apart

import (
	"runtime"
	"sync/atomic"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/self"
)

// site returns the nearest return address that is not of skua's own code, or the outermost that it sees.
func site() uintptr {
	var pcs [16]uintptr // at a fork of skua.Join eight are skua's own
	n := self.Callers(pcs[:])
	for _, pc := range pcs[:n] {
		if !own(pc) {
			return pc
		}
	}
	return pcs[max(n, 1)-1]
}

// known remembers of some addresses whose they are: 2*address, and 1 if it is skua's.
var known [1 << 10]atomic.Uintptr

// own reports whether an address is in skua's code.
func own(pc uintptr) bool {
	at := &known[pc>>2%uintptr(len(known))]
	if word := at.Load(); word>>1 == pc {
		return word&1 == 1
	}
	yes := uintptr(0)
	if f := runtime.FuncForPC(pc - 1); f != nil && event.Own(f.Name()) {
		yes = 1
	}
	at.Store(pc<<1 | yes) // ORDER: none: one word says all
	return yes == 1
}
