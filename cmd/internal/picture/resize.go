package picture

// A sample is the value of one channel at one place.
type sample interface{ uint8 | uint16 }

// A channel is one channel of a picture: Y, or red. Of a JPEG's chroma there are fewer
// samples than pixels, by whole numbers.
type channel[T sample] struct {
	w, h       int     // samples
	fullW      float64 // width and height of the picture, in samples of the channel:
	fullH      float64 // not more than w and h, but half of an odd width is no whole number
	row        func(y int, buf []T) []T
	needBuffer bool // row fills buf; otherwise it returns a part of the picture
}

// A plane is a channel whose samples lie in memory one after the other.
type plane[T sample] struct {
	w, h int
	pix  []T
}

func newPlane[T sample](w, h int) *plane[T] {
	return &plane[T]{w, h, make([]T, w*h)}
}

func (p *plane[T]) row(y int) []T { return p.pix[y*p.w : (y+1)*p.w] }

// channel makes a plane a channel of a picture of the given size.
func (p *plane[T]) channel(fullW, fullH float64) *channel[T] {
	return &channel[T]{w: p.w, h: p.h, fullW: fullW, fullH: fullH,
		row: func(y int, _ []T) []T { return p.row(y) }}
}

// A target says which plane to make of a channel.
type target struct {
	w, h             int     // samples
	fullW, fullH     float64 // of the output picture, in samples of the plane
	originX, originY float64 // where it begins, in samples of the plane: 0, or less
	filter           filter
}

// fraction bits are kept between the two passes.
const fractionBits = 6

// resize resamples c: first the columns, then the rows, one output row at a time. It
// allocates the plane, a line of sums, the weights and, if c fills buffers, a window of rows.
func resize[T sample](c *channel[T], t target) *plane[T] {
	out := newPlane[T](t.w, t.h)
	scaleX, scaleY := c.fullW/t.fullW, c.fullH/t.fullH
	if t.w == c.w && t.h == c.h && scaleX == 1 && scaleY == 1 && t.originX == 0 && t.originY == 0 {
		for y := range t.h {
			copy(out.row(y), c.row(y, out.row(y)))
		}
		return out
	}
	columns := newAxis(c.h, t.h, c.fullH, scaleY, t.originY*scaleY, t.filter)
	rows := newAxis(c.w, t.w, c.fullW, scaleX, t.originX*scaleX, t.filter)
	win := newWindow(c, columns.taps)
	sums := make([]int32, c.w)
	for y := range t.h {
		win.move(columns.start[y])
		mix(sums, columns.of(y), win.rows)
		gather(out.row(y), sums, rows)
	}
	return out
}

// A window is some rows of a channel that follow each other.
type window[T sample] struct {
	c     *channel[T]
	start int
	rows  [][]T
	spare [][]T // buffers, of rows that were left behind
}

func newWindow[T sample](c *channel[T], n int) *window[T] {
	w := &window[T]{c: c, start: -n, rows: make([][]T, n)}
	if c.needBuffer {
		buffers := make([]T, n*c.w)
		for i := range n {
			w.rows[i] = buffers[i*c.w : (i+1)*c.w]
		}
	}
	return w
}

// move makes start the first row. It never goes back.
func (w *window[T]) move(start int) {
	n := len(w.rows)
	gone := min(start-w.start, n)
	w.spare = append(w.spare[:0], w.rows[:gone]...)
	copy(w.rows, w.rows[gone:])
	for i, buf := range w.spare {
		w.rows[n-gone+i] = w.c.row(start+n-gone+i, buf)
	}
	w.start = start
}

// mix adds up rows by weights, four at a time, which saves loads and stores of the sums.
func mix[T sample](sums []int32, weights []int32, rows [][]T) {
	clear(sums)
	for len(rows) >= 4 {
		mix4(sums, weights, rows)
		weights, rows = weights[4:], rows[4:]
	}
	for i, r := range rows {
		r, w := r[:len(sums)], weights[i]
		if w == 0 {
			continue
		}
		for x, s := range r {
			sums[x] += w * int32(s)
		}
	}
}

func mix4[T sample](sums []int32, weights []int32, rows [][]T) {
	n := len(sums)
	a, b, c, d := rows[0][:n], rows[1][:n], rows[2][:n], rows[3][:n]
	wa, wb, wc, wd := weights[0], weights[1], weights[2], weights[3]
	for x := range sums {
		sums[x] += wa*int32(a[x]) + wb*int32(b[x]) + wc*int32(c[x]) + wd*int32(d[x])
	}
}

// gather makes an output row of the sums of its columns.
func gather[T sample](out []T, sums []int32, a *axis) {
	const drop = unitBits - fractionBits
	for x := range sums {
		sums[x] = (sums[x] + 1<<(drop-1)) >> drop
	}
	for x := range out {
		weights := a.of(x)
		in := sums[a.start[x]:][:len(weights)]
		var sum int64
		for len(weights) >= 4 && len(in) >= 4 { // bounds that the compiler can prove
			sum += int64(weights[0])*int64(in[0]) + int64(weights[1])*int64(in[1]) +
				int64(weights[2])*int64(in[2]) + int64(weights[3])*int64(in[3])
			weights, in = weights[4:], in[4:]
		}
		for j, w := range weights {
			sum += int64(w) * int64(in[j])
		}
		sum = (sum + 1<<(unitBits+fractionBits-1)) >> (unitBits + fractionBits)
		out[x] = T(min(max(sum, 0), int64(^T(0))))
	}
}
