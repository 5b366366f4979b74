package picture

// levels is how often a channel is halved before it is resampled to a size: once if the
// resampler still has to shrink by 2.5 or more after that, and again while it has to by 4.
// Halving takes squares of four samples, several times faster than resampling, and lets some
// frequencies alias that lanczos would not; what the resampler removes afterwards hides most
// of that. The first halving saves most of the time, so later ones can be choosy.
// docs/decisions/0018-images.md has numbers.
func (t target) levels(fullW, fullH float64) int {
	n := 0
	for f, least := min(fullW/t.fullW, fullH/t.fullH)/2, 2.5; f >= least; f, least = f/2, 4 {
		n++
	}
	return n
}

// halves returns c and its halves, quarters and so on, n times.
func halves[T sample](c *channel[T], n int) []*channel[T] {
	all := []*channel[T]{c}
	for range n {
		c = halve(c).channel(c.fullW/2, c.fullH/2)
		all = append(all, c)
	}
	return all
}

// halve makes one sample of every square of four. At an odd border it takes two, or one.
func halve[T sample](c *channel[T]) *plane[T] {
	out := newPlane[T]((c.w+1)/2, (c.h+1)/2)
	var bufA, bufB []T
	if c.needBuffer {
		bufA, bufB = make([]T, c.w), make([]T, c.w)
	}
	for y := range out.h {
		a := c.row(2*y, bufA)
		b := a
		if 2*y+1 < c.h {
			b = c.row(2*y+1, bufB)
		}
		halveRows(out.row(y), a, b)
	}
	return out
}

func halveRows[T sample](out, a, b []T) {
	if len(a)%2 != 0 {
		last := len(a) - 1
		out[len(out)-1] = T((uint32(a[last]) + uint32(b[last]) + 1) / 2)
		out, a, b = out[:len(out)-1], a[:last], b[:last]
	}
	a, b = a[:2*len(out)], b[:2*len(out)]
	for x := range out {
		out[x] = T((uint32(a[2*x]) + uint32(a[2*x+1]) + uint32(b[2*x]) + uint32(b[2*x+1]) + 2) / 4)
	}
}

// scale is by how much a JPEG is smaller when it is decoded for an output: the largest of 8, 4 and 2 that
// leaves twice the samples that the output needs, so that little is lost; 1 for other formats. Chroma
// of which there are few samples must not become fewer than the output has.
func (j *job) scale(o Output) int {
	if j.header.Format != JPEG {
		return 1
	}
	w, h := j.header.Width, j.header.Height
	if j.turned().swaps() {
		w, h = h, w
	}
	least := min(float64(w)/float64(o.Width), float64(h)/float64(o.Height)) / float64(max(2, j.header.layout.h, j.header.layout.v))
	for scale := 8; scale > 1; scale /= 2 {
		if least >= float64(scale) {
			return scale
		}
	}
	return 1
}

// byScale returns which outputs are made of the picture at each scale.
func (j *job) byScale() map[int][]int {
	all := map[int][]int{}
	for i, o := range j.outs {
		all[j.scale(o)] = append(all[j.scale(o)], i)
	}
	return all
}

// of says that the source is a picture of w by h that was decoded at a scale: where a side is not
// divisible by it, a part of the last sample lies outside.
func (s *source[T]) of(w, h, scale int) *source[T] {
	for _, c := range s.channels {
		c.fullW *= float64(w) / float64(scale*s.w)
		c.fullH *= float64(h) / float64(scale*s.h)
	}
	return s
}
