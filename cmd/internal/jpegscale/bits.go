package jpegscale

import "encoding/binary"

// bits reads the entropy-coded data of a scan, up to the next marker. Behind it there are zeros, which
// are counted: over tells whether any was used.
type bits struct {
	data []byte
	pos  int    // of the next byte
	acc  uint64 // the last n bits of it are not used yet
	n    uint
	pad  uint // so many of the bits that were read are behind the end
}

// fill makes at least 32 bits available: enough for a Huffman code and the value after it.
func (b *bits) fill() {
	if b.pos+4 <= len(b.data) {
		w := binary.BigEndian.Uint32(b.data[b.pos:])
		if inv := ^w; (inv-0x01010101)&w&0x80808080 == 0 { // no byte is 0xff
			b.acc, b.n, b.pos = b.acc<<32|uint64(w), b.n+32, b.pos+4
			return
		}
	}
	for b.n <= 56 {
		c := byte(0)
		switch {
		case b.pos >= len(b.data):
			b.pad += 8
		case b.data[b.pos] != 0xff:
			c = b.data[b.pos]
			b.pos++
		case b.pos+1 < len(b.data) && b.data[b.pos+1] == 0:
			c = 0xff
			b.pos += 2
		default: // a marker
			b.pad += 8
		}
		b.acc, b.n = b.acc<<8|uint64(c), b.n+8
	}
}

// take returns the next t bits, at most 16. There must be as many.
func (b *bits) take(t uint) int32 {
	b.n -= t
	return int32(b.acc>>b.n) & (1<<t - 1)
}

// value reads the next t bits, and returns the number that they stand for (T.81, table F.1).
func (b *bits) value(t uint) int32 {
	v := b.take(t)
	if v < 1<<t>>1 {
		v += -1<<t + 1
	}
	return v
}

// bit reads one bit.
func (b *bits) bit() bool {
	if b.n == 0 {
		b.fill()
	}
	return b.take(1) != 0
}

// over tells whether more bits were used than there are.
func (b *bits) over() bool { return b.n < b.pad }

// end leaves the data: what remains must be less than a byte, with a marker behind it.
func (b *bits) end() error {
	if b.over() || b.n-b.pad >= 8 || b.pos+1 >= len(b.data) || b.data[b.pos] != 0xff || b.data[b.pos+1] == 0 {
		return errScan
	}
	b.acc, b.n, b.pad = 0, 0, 0
	return nil
}

// restart leaves an interval and passes marker RSTm.
func (b *bits) restart(m int) error {
	if err := b.end(); err != nil {
		return err
	}
	if b.data[b.pos+1] != byte(0xd0+m%8) {
		return errScan
	}
	b.pos += 2
	return nil
}
