package pieces

import "testing"

// The median of many equal pieces is theirs, however many there were.
func TestUnits_many(t *testing.T) {
	var u Units
	for range 1<<25 + 1<<20 {
		u.Add(1000, 1)
	}
	if m := u.Median(); m < 950 || m > 1050 {
		t.Errorf("the median of pieces of 1000 ns is %v", m)
	}
}
