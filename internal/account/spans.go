package account

// vectors is how many spans are carried beside the one as it was: one for each of the first
// sites, as if that site took half as long. The last stands for all other sites.
const vectors = 12

// spans are the lengths of the longest chain of strands that ends here, in nanoseconds: as it
// was, with a hand-over for each fork, task and part on it, and with a site twice as fast.
type spans struct {
	plain, burdened int64
	half            [vectors]int64
}

// add appends a strand of that site.
func (s *spans) add(site int, dt int64) {
	s.plain += dt
	s.burdened += dt
	site = min(site, vectors-1)
	for i := range s.half {
		s.half[i] += dt
	}
	s.half[site] -= dt - dt/2
}

// burden adds a hand-over.
func (s *spans) burden(dt int64) { s.burdened += dt }

// join makes s what comes after both.
func (s *spans) join(o *spans) {
	s.plain, s.burdened = max(s.plain, o.plain), max(s.burdened, o.burdened)
	for i := range s.half {
		s.half[i] = max(s.half[i], o.half[i])
	}
}

// perIndex makes s what one of n indices takes that run from from to s in series.
func (s *spans) perIndex(from *spans, n int64) {
	s.plain = from.plain + (s.plain-from.plain)/n
	s.burdened = from.burdened + (s.burdened-from.burdened)/n
	for i := range s.half {
		s.half[i] = from.half[i] + (s.half[i]-from.half[i])/n
	}
}
