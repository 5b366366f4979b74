package policy

// Expose says how many of its private frames an owner makes public when a
// thief has asked.
type Expose uint8

const (
	ExposeOne    Expose = iota // the oldest one: LCWS (Rito and Paulino)
	ExposeHalf                 // the older half, at least one: Lace (van Dijk and van de Pol)
	ExposeWanted               // the oldest ones, as many as workers search, of the older half
)

var exposeNames = []string{"one", "half", "wanted"}

// ParseExpose returns the policy of that name.
func ParseExpose(name string) (Expose, error) {
	i, err := pick("expose", name, exposeNames)
	return Expose(i), err
}

// Amount returns how many of private frames to expose while so many workers search, private > 0.
//
// With one for each request an unbalanced tree (uts in the virtual machine room, docs/machine-room.md)
// was 20 times as fast on 64 workers as on one, and with as many as search 30 times: each thief waited
// for a look of its own. Of two workers one searches at most, so for them it is the same.
func (e Expose) Amount(private uint32, searching int) uint32 {
	half := (private + 1) / 2
	switch e {
	case ExposeHalf:
		return half
	case ExposeWanted:
		return min(uint32(max(1, searching)), half)
	}
	return 1
}
