package par

import (
	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// Map returns f(v) of every element v of s, in the order of s. f is called several at once
// and in no certain order; it must be safe to call so.
//
// Work O(n), span O(log n) and the longest call. Allocates the result and a
// constant number of small objects. Panics as For does.
func Map[S ~[]E, E, R any](s S, f func(v E) R, o ...Option) []R {
	call.Need("Map", f != nil)
	call.Room[R]("Map", len(s))
	out := make([]R, len(s))
	mapInto(resolve(o), out, s, f)
	return out
}

// MapInto stores in dst[:len(s)] what Map would return. dst may be s. Allocates a constant
// number of small objects. Panics as For does, and if dst is shorter than s.
func MapInto[S ~[]E, E, R any](dst []R, s S, f func(v E) R, o ...Option) {
	call.Need("MapInto", f != nil)
	mapInto(resolve(o), room("MapInto", dst, s), s, f)
}

func mapInto[S ~[]E, E, R any](set call.Settings, dst []R, s S, f func(v E) R) {
	if set.Sequential {
		for i, v := range s {
			dst[i] = f(v)
		}
		return
	}
	set.Loop(len(s), f, func(p *skua.Part) {
		for p.Next() {
			i := p.Index()
			dst[i] = f(s[i])
		}
	})
}
