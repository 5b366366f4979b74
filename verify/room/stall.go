package room

import (
	"cmp"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// places is where threads stalled: by the innermost callers outside of the twins.
type places map[[12]uintptr]*Place

// Place is a place in the code where threads stalled.
type Place struct {
	Calls []string // innermost first: file, line and function
	Times int
	Stall Time // all together
}

// stalled notes that the thread waited for a line or a lock since before.
func (r *Room) stalled(t *thread, before Time) {
	if r.Places == 0 {
		return
	}
	r.stalls++
	if r.stalls%r.Places != 0 {
		return
	}
	var pcs [12]uintptr
	runtime.Callers(3, pcs[:])
	p := r.places[pcs]
	if p == nil {
		p = new(Place)
		r.places[pcs] = p
	}
	p.Times++
	p.Stall += t.clock - before
}

// Forget forgets where threads have stalled so far.
func (r *Room) Forget() { clear(r.places) }

// Stalls returns the places where threads stalled most, the worst first.
func (r *Room) Stalls(most int) []Place {
	sum := map[string]*Place{}
	for pcs, p := range r.places {
		calls := callers(pcs[:])
		name := strings.Join(calls, "\n")
		if sum[name] == nil {
			sum[name] = &Place{Calls: calls}
		}
		sum[name].Times += p.Times * r.Places
		sum[name].Stall += p.Stall * Time(r.Places)
	}
	list := []Place{}
	for _, name := range slices.Sorted(maps.Keys(sum)) {
		list = append(list, *sum[name])
	}
	slices.SortStableFunc(list, func(a, b Place) int { return cmp.Compare(b.Stall, a.Stall) })
	return list[:min(most, len(list))]
}

// depth is how many calls a place has at most.
const depth = 3

// ours reports whether a file is of the explorer or of the room, and not of a program that runs there.
func ours(file string) bool {
	if strings.Contains(file, "/verify/room/") {
		return !strings.Contains(file, "/program/") && !strings.HasSuffix(file, "_test.go")
	}
	return strings.Contains(file, "/internal/explore/")
}

func callers(pcs []uintptr) (calls []string) {
	frames := runtime.CallersFrames(pcs)
	for more := true; more && len(calls) < depth; {
		var f runtime.Frame
		f, more = frames.Next()
		if f.File == "" || ours(f.File) {
			continue
		}
		calls = append(calls, base(f.File)+":"+strconv.Itoa(f.Line)+" "+base(f.Function))
	}
	return calls
}

func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
