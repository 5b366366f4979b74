package jpegscale

// The inverse DCT of 8 points by Loeffler, Ligtenberg and Moschytz, Practical fast 1-D DCT algorithms
// with 11 multiplications, ICASSP 1989, whose result is √8 times that of T.81. Its constants, with 13
// bits of fraction:
const (
	sqrt2cos6   = 4433  // √2·cos(6π/16)
	even2       = 6270  // √2·(cos(2π/16) - cos(6π/16))
	even6       = 15137 // √2·(cos(2π/16) + cos(6π/16))
	sqrt2cos3   = 9633  // √2·cos(3π/16)
	odd7, odd5  = 2446, 16819
	odd3, odd1  = 25172, 12299
	sum71       = 7373  // √2·(cos(3π/16) - cos(7π/16))
	sum53       = 20995 // √2·(cos(π/16) + cos(3π/16))
	sum73       = 16069 // √2·(cos(3π/16) + cos(5π/16))
	sum51       = 3196  // √2·(cos(3π/16) - cos(5π/16))
	columnsKeep = 2     // bits of fraction
)

// idct8 writes the 8x8 samples of a block. A coefficient has 15 bits and a factor 16, so nothing overflows.
func idct8(dst []byte, stride int, b *block, q *[64]int32) {
	var t [64]int64
	for x := range 8 {
		v0 := int64(b[x]) * int64(q[x])
		if b[8+x]|b[16+x]|b[24+x]|b[32+x]|b[40+x]|b[48+x]|b[56+x] == 0 {
			v0 <<= columnsKeep
			t[x], t[8+x], t[16+x], t[24+x], t[32+x], t[40+x], t[48+x], t[56+x] = v0, v0, v0, v0, v0, v0, v0, v0
			continue
		}
		c := [8]int64{v0, int64(b[8+x]) * int64(q[8+x]), int64(b[16+x]) * int64(q[16+x]), int64(b[24+x]) * int64(q[24+x]),
			int64(b[32+x]) * int64(q[32+x]), int64(b[40+x]) * int64(q[40+x]), int64(b[48+x]) * int64(q[48+x]), int64(b[56+x]) * int64(q[56+x])}
		points8(&c)
		const half, drop = 1 << (fraction - columnsKeep - 1), fraction - columnsKeep
		for y := range 8 {
			t[8*y+x] = (c[y] + half) >> drop
		}
	}
	const half, drop = 1 << (fraction + columnsKeep + 2), fraction + columnsKeep + 3
	for y := range 8 {
		row := (*[8]int64)(t[8*y:])
		points8(row)
		out := (*[8]byte)(dst[y*stride:])
		for x := range 8 {
			out[x] = clamp64((row[x] + half) >> drop)
		}
	}
}

// points8 is the inverse DCT of eight values, which become 2^fraction·√8 times as much.
func points8(x *[8]int64) {
	m := (x[2] + x[6]) * sqrt2cos6
	e2, e6 := m+x[2]*even2, m-x[6]*even6
	e0, e4 := (x[0]+x[4])<<fraction, (x[0]-x[4])<<fraction
	a, b, c, d := e0+e2, e4+e6, e4-e6, e0-e2

	m = (x[7] + x[3] + x[5] + x[1]) * sqrt2cos3
	s71, s53 := -(x[7]+x[1])*sum71, -(x[5]+x[3])*sum53
	s73, s51 := m-(x[7]+x[3])*sum73, m-(x[5]+x[1])*sum51
	o7, o5 := x[7]*odd7+s71+s73, x[5]*odd5+s53+s51
	o3, o1 := x[3]*odd3+s53+s73, x[1]*odd1+s71+s51

	x[0], x[7] = a+o1, a-o1
	x[1], x[6] = b+o3, b-o3
	x[2], x[5] = c+o5, c-o5
	x[3], x[4] = d+o7, d-o7
}
