package picture

// turn returns p as it looks when o is undone.
func turn[T sample](p *plane[T], o orientation) *plane[T] {
	if o == upright {
		return p
	}
	w, h := p.w, p.h
	if o.swaps() {
		w, h = h, w
	}
	out := newPlane[T](w, h)
	start, dx, dy := o.walk(p.w, p.h)
	for y := range h {
		at := start + y*dy
		row := out.row(y)
		for x := range row {
			row[x] = p.pix[at]
			at += dx
		}
	}
	return out
}

// walk says where in a stored plane of w by h the upright one begins, and by how much
// the place changes from sample to sample and from row to row.
func (o orientation) walk(w, h int) (start, dx, dy int) {
	lastX, lastY := w-1, (h-1)*w
	switch o {
	case 2:
		return lastX, -1, w
	case 3:
		return lastX + lastY, -1, -w
	case 4:
		return lastY, 1, -w
	case 5:
		return 0, w, 1
	case 6:
		return lastY, -w, 1
	case 7:
		return lastX + lastY, -w, -1
	case 8:
		return lastX, w, -1
	}
	return 0, 1, w
}

// mirrors tells whether the stored picture's last column, or row, becomes first.
func (o orientation) mirrors() (x, y bool) {
	start, _, _ := o.walk(2, 2)
	return start&1 != 0, start&2 != 0
}
