package jpegscale

// pass reads what a progressive scan has of one block (T.81, annex G).
func (s *scan) pass(c *part, b *block) bool {
	switch {
	case s.start == 0 && s.high == 0:
		size, ok := s.symbol(c.dc)
		if !ok || size > 16 {
			return false
		}
		c.prediction += s.value(uint(size))
		b[0] = int16(c.prediction << s.low)
		return true
	case s.start == 0:
		if s.bit() {
			b[0] |= 1 << s.low
		}
		return true
	case s.high == 0:
		return s.first(c, b)
	}
	return s.refine(c, b)
}

// first reads the first bits of a band.
func (s *scan) first(c *part, b *block) bool {
	if s.run > 0 {
		s.run--
		return true
	}
	for z := s.start; z <= s.end; z++ {
		rs, ok := s.symbol(c.ac)
		if !ok {
			return false
		}
		skip, size := int(rs>>4), uint(rs&15)
		if size == 0 {
			if skip < 15 {
				s.run = s.length(skip) - 1
				return true
			}
			z += 15
			continue
		}
		if z += skip; z > s.end {
			return true
		}
		v := s.value(size) << s.low
		if v != int32(int16(v)) {
			return false
		}
		b[zigzag[z]] = int16(v)
	}
	return true
}

// length is that of a run of blocks, whose code has n more bits.
func (s *scan) length(n int) int { return 1<<n + int(s.take(uint(n))) }

// refine reads one more bit of a band: of coefficients that were not zero, and new ones between them.
func (s *scan) refine(c *part, b *block) bool {
	z := s.start
	if s.run == 0 {
		for ; z <= s.end; z++ {
			rs, ok := s.symbol(c.ac)
			if !ok || rs&15 > 1 {
				return false
			}
			skip, fresh := int(rs>>4), int16(0)
			if rs&15 == 1 {
				fresh = -1 << s.low
				if s.bit() {
					fresh = 1 << s.low
				}
			} else if skip < 15 {
				s.run = s.length(skip)
				break
			}
			if z = s.correct(b, z, skip); z > s.end {
				return false
			}
			if fresh != 0 {
				b[zigzag[z]] = fresh
			}
		}
	}
	if s.run > 0 {
		s.run--
		s.correct(b, z, 64)
	}
	return true
}

// correct reads a bit for each coefficient that is not zero, from z on, and passes zeros as many as
// skip. It returns where the next zero is.
func (s *scan) correct(b *block, z, skip int) int {
	for ; z <= s.end; z++ {
		v := &b[zigzag[z]]
		if *v == 0 {
			if skip == 0 {
				break
			}
			skip--
			continue
		}
		if s.bit() {
			if *v > 0 {
				*v += 1 << s.low
			} else {
				*v -= 1 << s.low
			}
		}
	}
	return z
}
