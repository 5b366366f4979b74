package why

import (
	"cmp"
	"slices"

	"github.com/skua-go/skua/trace"
)

// A difference is what a recording lost that an earlier one did not.
type difference struct {
	SpeedUpWas float64 `json:"speed_up_was"`
	SpeedUp    float64 `json:"speed_up"`
	WorkersWas int     `json:"workers_was"`
	WorkWas    float64 `json:"work_was"` // seconds
	Work       float64 `json:"work"`

	Causes []change `json:"causes"` // that took more, in ×
	Sites  []change `json:"sites"`  // at which more was lost, in ×
	Slower []change `json:"slower"` // whose work became more, in seconds
}

// A change is one number, before and now.
type change struct {
	Name string  `json:"name"`
	Was  float64 `json:"was"`
	Is   float64 `json:"is"`
}

func (c change) by() float64 { return c.Is - c.Was }

// Smaller changes than these are within what two recordings of one program differ by.
const (
	lostMore = 0.025 // of the capacity
	workMore = 0.03  // of all work
)

// since compares a recording with an earlier one.
func since(was, is *trace.Report) *difference {
	d := &difference{
		SpeedUpWas: was.Account.SpeedUp, SpeedUp: is.Account.SpeedUp, WorkersWas: was.Workers,
		WorkWas: was.Account.Work, Work: is.Account.Work,
	}
	least := lostMore * float64(is.Workers)
	for _, c := range trace.Causes {
		if byMachine(c) {
			continue // no commit's doing
		}
		d.Causes = grown(d.Causes, change{string(c), lost(was, c), lost(is, c)}, least)
	}
	before := pair(was, is)
	for i := range is.Sites {
		s, old := &is.Sites[i], before[i]
		d.Sites = grown(d.Sites, change{s.Name, lostAt(was, old), lostAt(is, s)}, least)
		d.Slower = grown(d.Slower, change{s.Name, workAt(old), s.Work}, workMore*is.Span.Work)
	}
	for _, all := range [][]change{d.Causes, d.Sites, d.Slower} {
		slices.SortStableFunc(all, func(a, b change) int { return cmp.Compare(b.by(), a.by()) })
	}
	return d
}

// grown appends c to all if it grew by least.
func grown(all []change, c change, least float64) []change {
	if all == nil {
		all = []change{}
	}
	if c.by() >= least && c.by() > 0 {
		all = append(all, c)
	}
	return all
}

// lost is what a recording lost to a cause, in ×.
func lost(r *trace.Report, c trace.Cause) (x float64) {
	for _, l := range r.Account.Losses {
		if l.Cause == c {
			x += l.Seconds / r.Seconds
		}
	}
	return x
}

// lostAt is what a recording lost at a call site, in ×.
func lostAt(r *trace.Report, s *trace.Site) (x float64) {
	for _, l := range r.Account.Losses {
		for _, share := range l.Sites {
			if !byMachine(l.Cause) && s == &r.Sites[share.Site] {
				x += share.Seconds / r.Seconds
			}
		}
	}
	return x
}

// byMachine reports whether a loss is that of the machine or of the recorder.
func byMachine(c trace.Cause) bool {
	return c == trace.Others || c == trace.Limited || c == trace.Measuring
}

func workAt(s *trace.Site) float64 {
	if s == nil {
		return 0
	}
	return s.Work
}

// pair finds for each site of a recording the same of an earlier one, or nil. Lines move from
// commit to commit, so a site is known by its function, its kind and how many of the kind stand
// above it there.
func pair(was, is *trace.Report) []*trace.Site {
	type key struct {
		function string
		kind     trace.SiteKind
		nth      int
	}
	keys := func(r *trace.Report) map[key]int {
		order := make([]int, len(r.Sites))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(r.Sites[a].File, r.Sites[b].File), cmp.Compare(r.Sites[a].Line, r.Sites[b].Line))
		})
		out, seen := map[key]int{}, map[key]int{}
		for _, i := range order {
			k := key{r.Sites[i].Function, r.Sites[i].Kind, 0}
			n := seen[k]
			seen[k]++
			k.nth = n
			out[k] = i
		}
		return out
	}
	out, old := make([]*trace.Site, len(is.Sites)), keys(was)
	for k, i := range keys(is) {
		if at, ok := old[k]; ok {
			out[i] = &was.Sites[at]
		}
	}
	return out
}

// same reports whether the two recordings differ in nothing that matters.
func (d *difference) same() bool {
	return len(d.Causes) == 0 && len(d.Sites) == 0 && len(d.Slower) == 0 && !d.worked() &&
		d.SpeedUp > d.SpeedUpWas-lostMore*float64(max(1, d.WorkersWas))
}

// worked reports whether the work became more.
func (d *difference) worked() bool { return d.Work > (1+workMore)*d.WorkWas }
