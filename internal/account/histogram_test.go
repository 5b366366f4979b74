package account

import "testing"

// The median of many equal pieces is theirs, however many there were.
func TestUnits_many(t *testing.T) {
	var u units
	for range 1<<25 + 1<<20 {
		u.add(1000, 1)
	}
	if m := u.median(); m < 950 || m > 1050 {
		t.Errorf("the median of pieces of 1000 ns is %v", m)
	}
}
