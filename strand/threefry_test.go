package strand

import "testing"

// TestThreefry compares with the known answers that come with the authors' program, Random123.
func TestThreefry(t *testing.T) {
	const ones = ^uint64(0)
	for _, c := range []struct{ key, counter, want [2]uint64 }{
		{[2]uint64{0, 0}, [2]uint64{0, 0}, [2]uint64{0xc2b6e3a8c2c69865, 0x6f81ed42f350084d}},
		{[2]uint64{ones, ones}, [2]uint64{ones, ones}, [2]uint64{0xe02cb7c4d95d277a, 0xd06633d0893b8b68}},
		{[2]uint64{0xa4093822299f31d0, 0x082efa98ec4e6c89}, [2]uint64{0x243f6a8885a308d3, 0x13198a2e03707344},
			[2]uint64{0x263c7d30bb0f0af1, 0x56be8361d3311526}},
	} {
		if x, y := threefry(c.key[0], c.key[1], c.counter[0], c.counter[1]); [2]uint64{x, y} != c.want {
			t.Errorf("threefry(%x, %x) is %x, %x, want %x", c.key, c.counter, x, y, c.want)
		}
	}
}
