package policy

// Expose says how many of its private frames an owner makes public when a
// thief has asked. The zero value is not the default.
type Expose uint8

const (
	ExposeOne  Expose = iota // the oldest one: LCWS (Rito and Paulino)
	ExposeHalf               // the older half, at least one: Lace (van Dijk and van de Pol); and ToAll
)

// Exposes are all of them.
var Exposes = []Expose{ExposeOne, ExposeHalf}

func (e Expose) String() string { return [...]string{"one", "half"}[e] }

// Amount returns how many of private frames to expose, private > 0.
//
// NOT: as many as workers search. Most that will take a frame do not search yet when the owner looks. In
// the virtual machine room (docs/machine-room.md) an unbalanced tree (uts) on 64 workers was 18 times as
// fast as on one with one frame for each request, 37 times with as many as search, and 41 times with half
// of them; on two, 1.9 times and 2.0 times, for the owner answered 3,505 requests with one frame each, and
// 49 with half.
func (e Expose) Amount(private uint32) uint32 {
	if e == ExposeHalf {
		return (private + 1) / 2
	}
	return 1
}

// ToAll reports whether there is to be one for each idle worker, where so many are private: decision 0038.
func (e Expose) ToAll() bool { return e == ExposeHalf }
