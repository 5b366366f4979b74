package account

import "github.com/skua-go/skua/trace"

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

// Spans and the dag have strands without a clock by guess (guess). When it is known how much processor time
// the program had, they are scaled: what they have of a site becomes what was worked there.

// worth returns by how much to scale what spans and the dag have of some sites.
func (a *Account) worth(of []*site) float64 {
	ran, worked := 0.0, 0.0
	for _, s := range of {
		ran, worked = ran+seconds(s.ran), worked+a.worked(s)
	}
	if worked >= ran {
		return 1
	}
	return max(0, worked) / ran
}

// span returns the longest chain of strands so far: each site's part of it is scaled by itself, and what is
// on no chain that halving one site shows, as all are.
func (a *Account) span() spans {
	sp := a.outside.strand.sp
	for _, l := range a.lines {
		now := a.upToNow(l)
		sp.join(&now.sp)
	}
	var parts [vectors]float64
	rest, plain := float64(sp.plain), 0.0
	for i := range min(vectors, len(a.sites)) {
		of := a.sites[i : i+1]
		if i == vectors-1 {
			of = a.sites[i:]
		}
		x := min(rest, 2*float64(sp.plain-sp.half[i]))
		rest -= x
		parts[i] = x * a.worth(of)
		plain += parts[i]
	}
	plain += rest * a.worth(a.sites)
	for _, s := range a.sites {
		plain = max(plain, 1e9*a.longest(s))
	}
	sp.burdened += int64(plain) - sp.plain
	sp.plain = int64(plain)
	for i, x := range parts {
		sp.half[i] = int64(plain - x/2)
	}
	return sp
}

// scale scales the dag, in which sites have the account's indices: each site by itself, and then all, since
// the dag books short strands at the sites of others.
func (a *Account) scale(d *trace.Dag) {
	worth := make([]float64, len(a.sites))
	ran, worked, had, has := 0.0, 0.0, 0.0, 0.0
	for i, s := range a.sites {
		worth[i] = a.worth(a.sites[i : i+1])
		ran, worked = ran+seconds(s.ran), worked+a.worked(s)
	}
	for i := range d.Ops {
		op := &d.Ops[i]
		had += op.N
		op.N *= worth[op.Site]
		has += op.N
	}
	d.Seconds = had * max(0, worked) / max(ran, 1e-12)
	for i := range d.Ops {
		d.Ops[i].N *= d.Seconds / max(has, 1e-12)
	}
}
