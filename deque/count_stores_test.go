//go:build counters

package deque

import "testing"

// countedSteps are + push, - pop and s steal, of a deque made for four items; a steal
// that finds nothing lets the owner serve it and tries again.
const countedSteps = "+++++ss-----s+s+s-"

// countedStores are the atomic stores of the owner, and of thieves, in each step: the
// slots and bottoms written, and the slots cleared of what was taken. The fifth push
// finds a bounded deque full, and makes ChaseLev copy four items to a larger ring.
var countedStores = map[string]struct{ owner, thieves string }{
	"locked":       {"000000000000000000", "000000000000000000"},
	"locked-batch": {"000000000000000000", "000000000000000000"},
	"abp":          {"222200025000020205", "000000000000000000"},
	"chaselev":     {"222270022500020202", "000000000000000000"},
	"stealhalf":    {"222200042000020301", "000000000000000000"},
	"split":        {"000003400010003041", "000001100000100010"},
	"split-half":   {"000005000500003041", "000001000000100010"},
	"bwos":         {"200004000100003040", "000001000000100010"},
	"bwos-one":     {"233330001100003030", "000000000000100010"},
}

func TestCountStores(t *testing.T) {
	for _, k := range kinds {
		d := k.make(4)
		want := countedStores[k.name]
		for n, step := range countedSteps {
			before := d.Counts()
			switch step {
			case '+':
				d.Push(new(task))
			case '-':
				d.Pop()
			case 's':
				stealServed(d)
			}
			owner := d.Counts().Owner.Stores - before.Owner.Stores
			thieves := d.Counts().Thieves.Stores - before.Thieves.Stores
			if owner != uint64(want.owner[n]-'0') || thieves != uint64(want.thieves[n]-'0') {
				t.Errorf("%s, step %d of %s: %d stores of the owner and %d of thieves, want %c and %c",
					k.name, n, countedSteps, owner, thieves, want.owner[n], want.thieves[n])
			}
		}
	}
}

// A thief that takes two items stores both into its own deque, and then its bottom.
func TestCountStores_stealInto(t *testing.T) {
	victim, own := NewStealHalf[task](8), NewStealHalf[task](8)
	for range 8 {
		victim.Push(new(task))
	}
	before := own.Counts().Owner.Stores
	n, outcome := victim.StealInto(own)
	if got := own.Counts().Owner.Stores - before; outcome != Got || got != uint64(n)+1 {
		t.Errorf("%d items, %v, and %d stores, want one for each item and one more", n, outcome, got)
	}
}

// A ring that grows is copied from the top on, wherever that is.
func TestCountStores_grow(t *testing.T) {
	d := chaseLevAt(4, 7)
	for range 4 {
		d.Push(new(task))
	}
	before := d.Counts().Owner.Stores
	d.Push(new(task))
	if got := d.Counts().Owner.Stores - before; got != 4+1+2 {
		t.Errorf("%d stores, want 4 items, the ring, a slot and the bottom", got)
	}
}
