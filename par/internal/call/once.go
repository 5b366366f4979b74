package call

import (
	"context"

	"github.com/skua-go/skua"
)

// Once calls f with settings for the loops that f runs, all of which are one call from outside: it waits in
// line once, and a Close of the pool that comes meanwhile waits for its end.
//
// It costs f, some 100 bytes, and where On says a pool a call of a Func, of which each loop in it costs less.
func (s *Settings) Once(f func(s Settings)) {
	if _, pool := s.Place.(*skua.Pool); !pool || s.Sequential {
		f(*s)
		return
	}
	whole.On(s.Place, wholeTask{*s, f})
}

// OnceErr is Once for a call that leaves the line when ctx ends. Of a nil one f complains.
func (s Settings) OnceErr(ctx context.Context, f func(s Settings) error) (err error) {
	place, pool := s.Place.(*skua.Pool)
	if !pool || s.Sequential || ctx == nil {
		return f(s)
	}
	in := false
	loop := skua.Loop{To: 1, Workers: 1, Line: ctx, Body: func(p *skua.Part) {
		in, s.Place = true, p.Worker()
		err = f(s)
	}}
	if loop.Run(place); !in {
		return context.Cause(ctx)
	}
	return err
}
