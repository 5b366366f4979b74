package forecast

import (
	"cmp"
	"slices"

	"github.com/skua-go/skua/trace"
)

// A chains remembers which strand came before which: on one player, or because the player
// waited for another. Strand k is chains[k-1]; 0 is none.
type chains []link

type link struct {
	before  int32
	site    int32
	seconds float64
}

// add returns a new strand after the one before. Without chains there is none.
func (c *chains) add(before, site int32, seconds float64) int32 {
	if c == nil {
		return 0
	}
	*c = append(*c, link{before, site, seconds})
	return int32(len(*c))
}

// sites adds up how long the strands of each site were from the last one back to the first,
// the longest first.
func (c *chains) sites(last int32) (all []trace.SiteShare) {
	of := map[int32]float64{}
	for ; last > 0; last = (*c)[last-1].before {
		of[(*c)[last-1].site] += (*c)[last-1].seconds
	}
	for site, seconds := range of {
		all = append(all, trace.SiteShare{Site: int(site), Seconds: seconds})
	}
	slices.SortFunc(all, func(a, b trace.SiteShare) int {
		if a.Seconds != b.Seconds {
			return cmp.Compare(b.Seconds, a.Seconds)
		}
		return cmp.Compare(a.Site, b.Site)
	})
	return all
}
