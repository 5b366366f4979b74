package crew

import "testing"

// askedKind counts the requests for its work; it has no other method that may be called.
type askedKind struct {
	Kind
	n int
}

func (k *askedKind) Ask(bool) { k.n++ }

// TestAskSome wants so many entries of the roster asked, once each, from the given one on and around the end.
func TestAskSome(t *testing.T) {
	c := new(Crew)
	c.Init(nil, Config{}, 1)
	var kinds []*askedKind
	for range 5 {
		k := new(askedKind)
		kinds = append(kinds, k)
		c.Add(&Worker{Crew: c, asked: []Kind{k}})
	}
	entries := len(c.All.Entries())
	for _, n := range []int{0, 1, 3, entries, entries + 7} {
		for from := range entries {
			for _, k := range kinds {
				k.n = 0
			}
			c.AskSome(n, uint64(from))
			for at, k := range kinds {
				want := 0
				if (at-from+entries)%entries < n {
					want = 1
				}
				if k.n != want {
					t.Errorf("%d of %d from %d: worker %d was asked %d times, want %d", n, entries, from, at, k.n, want)
				}
			}
		}
	}
}
