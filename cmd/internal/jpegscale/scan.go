package jpegscale

// A scan is one pass over the blocks of some components (T.81, B.2.3).
type scan struct {
	*decoder
	bits
	part       []part
	start, end int  // of the coefficients, in zigzag order
	high, low  uint // bits of them: those that earlier scans had, and the lowest of this one
	run        int  // blocks that have no more coefficients in this band
}

// A part is a component in a scan.
type part struct {
	*component
	dc, ac     *huffman
	prediction int32
}

// scan reads an SOS segment and the data behind it.
func (d *decoder) scan(p []byte, at int) (int, error) {
	s := &scan{decoder: d, bits: bits{data: d.data, pos: at}}
	if len(d.comps) == 0 || d.rgb() || len(p) < 1 || p[0] < 1 || int(p[0]) > len(d.comps) || len(p) != 4+2*int(p[0]) {
		return 0, errHeader
	}
	n, blocks := int(p[0]), 0
	for i := range n {
		for c := range d.comps {
			if d.comps[c].id == p[1+2*i] {
				td, ta := p[2+2*i]>>4, p[2+2*i]&15
				if td > 3 || ta > 3 || d.baseline && (td > 1 || ta > 1) || i > 0 && s.has(&d.comps[c]) {
					return 0, errHeader
				}
				s.part = append(s.part, part{component: &d.comps[c], dc: &d.tables[0][td], ac: &d.tables[1][ta]})
				blocks += d.comps[c].h * d.comps[c].v
			}
		}
	}
	p = p[1+2*n:]
	s.start, s.end, s.high, s.low = int(p[0]), int(p[1]), uint(p[2]>>4), uint(p[2]&15)
	if !d.progressive {
		s.start, s.end, s.high, s.low = 0, 63, 0, 0
	} else if s.start > s.end || s.end > 63 || s.start == 0 && s.end != 0 || s.start > 0 && n > 1 ||
		s.high != 0 && s.high != s.low+1 || s.low > 13 {
		return 0, errHeader
	}
	if len(s.part) != n || n > 1 && blocks > 10 {
		return 0, errHeader
	}
	for _, c := range s.part {
		if s.start == 0 && s.high == 0 && !c.dc.ready || s.end > 0 && !c.ac.ready {
			return 0, errHeader
		}
		c.seen = c.seen || s.start == 0
	}
	if err := s.read(); err != nil {
		return 0, err
	}
	if s.run > 0 { // image/jpeg goes on with it in the next scan
		return 0, errScan
	}
	err := s.bits.end()
	return s.pos, err
}

func (s *scan) has(c *component) bool {
	for _, p := range s.part {
		if p.component == c {
			return true
		}
	}
	return false
}

// read goes through all MCUs. A scan of one component has MCUs of one block, and none beyond its border.
func (s *scan) read() error {
	wide, high := s.mcusX, s.mcusY
	single := len(s.part) == 1
	if single {
		c := s.part[0]
		if s.interval > 0 && c.h*c.v > 1 || (c.h != 1 && c.h != s.comps[0].h) || (c.v != 1 && c.v != s.comps[0].v) {
			return errScan // image/jpeg counts such MCUs in another way
		}
		wide, high = blocksOf(s.width, c.h, s.comps[0].h), blocksOf(s.height, c.v, s.comps[0].v)
	}
	left, markers := s.interval, 0
	for y := range high {
		for x := range wide {
			if s.interval > 0 && left == 0 {
				if err := s.restart(markers); err != nil {
					return err
				}
				left, markers, s.run = s.interval, markers+1, 0
				for i := range s.part {
					s.part[i].prediction = 0
				}
			}
			left--
			for i := range s.part {
				c := &s.part[i]
				if single {
					if !s.block(c, x, y) {
						return errScan
					}
					continue
				}
				for k := range c.h * c.v {
					if !s.block(c, x*c.h+k%c.h, y*c.v+k/c.h) {
						return errScan
					}
				}
			}
			if s.over() {
				return errScan
			}
		}
	}
	return nil
}

// blocksOf is how many blocks cover side pixels of a component with h of most samples.
func blocksOf(side, h, most int) int { return ((side*h+most-1)/most + 7) / 8 }

// block reads what the scan has of one block; of a picture that is not progressive it stores the samples.
func (s *scan) block(c *part, x, y int) bool {
	if s.progressive {
		return s.pass(c, &c.coefficients[y*c.blocksX+x])
	}
	var b block
	size, ok := s.symbol(c.dc)
	if !ok || size > 16 {
		return false
	}
	c.prediction += s.value(uint(size))
	b[0] = int16(c.prediction)
	for z := 1; z < 64; z++ {
		rs, ok := s.symbol(c.ac)
		if !ok {
			return false
		}
		size := uint(rs & 15)
		if size == 0 {
			if rs == 0 {
				break
			}
			if rs != 0xf0 { // a run of blocks, which only a progressive picture has
				return false
			}
			z += 15
			continue
		}
		z += int(rs >> 4)
		if z > 63 {
			break
		}
		b[zigzag[z]] = int16(s.value(size))
	}
	s.store(c.component, &b, x, y)
	return true
}

// zigzag is where the coefficients of a block are, in the order of the file (T.81, figure A.6).
var zigzag = func() (order [64]uint8) {
	i := 0
	for d := range 15 {
		for k := max(0, d-7); k <= min(d, 7); k++ {
			x, y := k, d-k // up and to the right
			if d%2 != 0 {
				x, y = y, x
			}
			order[i] = uint8(8*y + x)
			i++
		}
	}
	return order
}()
