package jpegscale

// block has the coefficients of 8x8 samples, row by row.
type block [64]int16

// The inverse DCT of 4 and of 2 points, of the lowest 4 and 2 frequencies of 8 points:
// x[n] = 1/2 Σ c(k) X[k] cos((2n+1)kπ/2N), where c(0) is √½. T.81, A.3.3 has the one of 8 points.
// All constants have 13 bits of fraction.
const (
	fraction = 13
	even     = 2896 // √½ / 2
	cos1     = 3784 // cos(π/8) / 2
	cos3     = 1567 // cos(3π/8) / 2
)

// idct writes the samples of a block at a size of n x n: 8, 4, 2 or 1. Of 4, columns keep 5 bits of fraction.
func idct(dst []byte, stride int, b *block, q *[64]int32, n int) {
	at := func(i int) int32 { return max(-1<<14, min(int32(b[i])*q[i], 1<<14)) }
	switch n {
	case 8:
		idct8(dst, stride, b, q)
	case 1:
		dst[0] = clamp((at(0) + 4) >> 3)
	case 2:
		const half = 1 << (2*fraction - 1)
		dc, h, v, d := int64(at(0)), int64(at(1)), int64(at(8)), int64(at(9))
		dc, h, v, d = dc*even*even+half, h*even*even, v*even*even, d*even*even
		dst[0], dst[1] = clamp64((dc+h+v+d)>>26), clamp64((dc-h+v-d)>>26)
		dst[stride], dst[stride+1] = clamp64((dc+h-v-d)>>26), clamp64((dc-h-v+d)>>26)
	case 4:
		var t [16]int32
		for x := range 4 {
			points4(t[x:], 4, at(x), at(8+x), at(16+x), at(24+x), fraction-5)
		}
		var s [4]int32
		for y := range 4 {
			row := t[4*y : 4*y+4]
			points4(s[:], 1, row[0], row[1], row[2], row[3], fraction+5)
			out := dst[y*stride:][:4]
			out[0], out[1], out[2], out[3] = clamp(s[0]), clamp(s[1]), clamp(s[2]), clamp(s[3])
		}
	}
}

// points4 is the inverse DCT of four values.
func points4(out []int32, step int, x0, x1, x2, x3 int32, shift uint) {
	a, c := int64(x0)*even, int64(x2)*even
	p, q := int64(x1)*cos1+int64(x3)*cos3, int64(x1)*cos3-int64(x3)*cos1
	e, f := a+c+1<<(shift-1), a-c+1<<(shift-1)
	out[0], out[step], out[2*step], out[3*step] =
		int32((e+p)>>shift), int32((f+q)>>shift), int32((f-q)>>shift), int32((e-p)>>shift)
}

// clamp shifts a sample to 0 to 255.
func clamp(v int32) byte { return byte(max(0, min(v+128, 255))) }

func clamp64(v int64) byte { return byte(max(0, min(v+128, 255))) }
