package dag

import "github.com/skua-go/skua/trace"

// Report returns what was kept as a program of strands.
func (d *Dag) Report() *trace.Dag {
	r := &trace.Dag{}
	r.Seconds = float64(d.root.ops(r)) / 1e9
	r.Truncated = float64(d.cut) > 0.05*r.Seconds*1e9
	return r
}

// ops appends the steps of s, and returns how many nanoseconds they run.
func (s *Seq) ops(r *trace.Dag) (ns int64) {
	if s == nil || s.into != nil {
		return 0
	}
	for _, st := range s.steps {
		if st.it != nil {
			ns += st.it.ops(r)
			continue
		}
		r.Ops = append(r.Ops, trace.Op{Op: "run", N: float64(st.ns) / 1e9, Site: st.site})
		ns += st.ns
	}
	return ns
}

func (it *Item) ops(r *trace.Dag) (ns int64) {
	add := func(op string, n float64, ref int64) {
		r.Ops = append(r.Ops, trace.Op{Op: op, N: n, Ref: ref, Site: it.site})
	}
	switch it.kind {
	case loopItem:
		long := it.long
		left, n, each := it.ns, it.n, float64(it.ns)/float64(max(1, it.n))
		for k, p := range long {
			if p.ns > left || p.n > n || float64(p.ns) < longTimes*each*float64(p.n) {
				long = long[:k]
				break
			}
			left, n = left-p.ns, n-p.n
			add("fork", 0, 0)
			add("run", float64(p.ns)/1e9, 0)
			add("branch", 0, 0)
		}
		add("loop", float64(left)/1e9, n)
		for range long {
			add("join", 0, 0)
		}
		return it.ns
	case gatherItem:
		add("gather", 0, int64(it.scope))
	case forkItem:
		add("fork", 0, 0)
		ns = it.first.ops(r)
		add("branch", 0, 0)
		ns += it.second.ops(r)
		add("join", 0, 0)
	case groupItem:
		if ns = it.ns; it.n > 0 { // as one task that is a loop
			add("spawn", 0, int64(it.scope))
			add("loop", float64(it.ns)/1e9, it.n)
			add("end", 0, int64(it.scope))
		}
		for _, t := range it.first.steps {
			add("spawn", 0, int64(it.scope))
			ns += t.it.first.ops(r)
			add("end", 0, int64(it.scope))
		}
	case callItem:
		add("call", 0, 0)
		ns = it.first.ops(r)
		add("return", 0, 0)
	}
	return ns
}
