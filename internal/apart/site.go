//go:build race && !explore

package apart

import (
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/skua-go/skua/internal/self"
)

const module = "github.com/skua-go/skua"

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
	if f := runtime.FuncForPC(pc - 1); f != nil && ownName(f.Name()) {
		yes = 1
	}
	at.Store(pc<<1 | yes) // ORDER: none: one word says all
	return yes == 1
}

// ownName reports whether a function of that name is skua's: of its root, par or internal.
func ownName(name string) bool {
	rest, ok := strings.CutPrefix(name, module)
	if !ok {
		return false
	}
	return strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "/par.") || strings.HasPrefix(rest, "/par/internal/") ||
		strings.HasPrefix(rest, "/internal/") && !strings.HasPrefix(rest, "/internal/behaviour/")
}
