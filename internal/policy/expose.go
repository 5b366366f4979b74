package policy

// Expose says how many of its private frames an owner makes public when a
// thief has asked.
type Expose uint8

const (
	ExposeOne  Expose = iota // the oldest one: LCWS (Rito and Paulino)
	ExposeHalf               // the older half, at least one: Lace (van Dijk and van de Pol)
)

var exposeNames = []string{"one", "half"}

// ParseExpose returns the policy of that name.
func ParseExpose(name string) (Expose, error) {
	i, err := pick("expose", name, exposeNames)
	return Expose(i), err
}

// Amount returns how many of private frames to expose, private > 0.
func (e Expose) Amount(private uint32) uint32 {
	if e == ExposeHalf {
		return (private + 1) / 2
	}
	return 1
}
