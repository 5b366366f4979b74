package walk

import (
	"context"
	"errors"
	"io/fs"
	"slices"
)

// A failure is an error, or fs.SkipAll, that the user's function has returned, and for which entry:
// the indices of it and of the directories that it is in, from the root on.
type failure struct {
	place []int
	err   error
}

// fail records that the user's function returned err for entry i of up, unless that only tells that the
// context has ended, and ends the walk if it does.
func (w *walk) fail(up *dir, i int, err error) {
	if ended := w.ctx.Err(); ended != nil && (errors.Is(err, ended) || errors.Is(err, context.Cause(w.ctx))) {
		w.cutShort()
		return
	}
	place := []int{i}
	for d := up; d != nil; d = d.up {
		place = append(place, d.at)
	}
	slices.Reverse(place)
	w.mu.Lock()
	w.found = append(w.found, failure{place, err})
	w.mu.Unlock()
	if !w.all || err == fs.SkipAll {
		w.ended.Store(true) // ORDER: none is needed: a walker that does not see it yet visits one entry more
	}
}

// cutShort ends the walk because its context has ended.
func (w *walk) cutShort() {
	w.mu.Lock()
	w.cut = true
	w.mu.Unlock()
	w.ended.Store(true) // ORDER: none is needed, as above: a walker that does not see it yet sees the end of ctx
}

// result returns what the call returns, when no walker runs any more: what was returned for the
// first entry, in the order of fs.WalkDir, or with AllErrors all before the first fs.SkipAll.
func (w *walk) result() error {
	slices.SortFunc(w.found, func(a, b failure) int { return slices.Compare(a.place, b.place) })
	var errs []error
	for _, f := range w.found {
		switch {
		case f.err == fs.SkipAll:
			return errors.Join(errs...)
		case !w.all:
			return f.err
		}
		errs = append(errs, f.err)
	}
	if len(errs) == 0 && w.cut {
		return context.Cause(w.ctx)
	}
	return errors.Join(errs...)
}
