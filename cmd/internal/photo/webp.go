package photo

import (
	"encoding/binary"
	"image"
)

// encodeWebP writes a lossless WebP file that says each byte of a pixel in eight bits:
// RFC 9649, section 3.
func encodeWebP(m *image.YCbCr) []byte {
	var b bits
	b.write(0x2F, 8)
	b.write(uint64(m.Rect.Dx()-1), 14)
	b.write(uint64(m.Rect.Dy()-1), 14)
	b.write(0, 1+3)   // no alpha, version 0
	b.write(0, 1+1+1) // no transform, no cache of colours, one group of codes
	b.bytesCode(24)   // green, and 24 lengths that do not occur
	b.bytesCode(0)    // red
	b.bytesCode(0)    // blue
	b.oneCode(255)    // alpha
	b.oneCode(0)      // distances
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			c := m.YCbCrAt(x, y)
			red, green, blue, _ := c.RGBA()
			b.symbol(green)
			b.symbol(red)
			b.symbol(blue)
		}
	}
	data := b.end()
	out := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(4+8+len(data)+len(data)%2))
	out = binary.LittleEndian.AppendUint32(append(out, "WEBPVP8L"...), uint32(len(data)))
	return append(append(out, data...), make([]byte, len(data)%2)...)
}

// bits is a stream of bits, the lowest of a byte first.
type bits struct {
	out  []byte
	word uint64
	n    int
}

func (b *bits) write(value uint64, n int) {
	b.word |= value << b.n
	for b.n += n; b.n >= 8; b.n -= 8 {
		b.out = append(b.out, byte(b.word))
		b.word >>= 8
	}
}

// bytesCode writes a code in which each byte takes eight bits, and more symbols none.
func (b *bits) bytesCode(more int) {
	// Two code lengths occur, 0 and 8, and each takes one bit. The order in which their own
	// lengths are said is 17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8.
	b.write(0, 1)
	b.write(12-4, 4)
	for _, length := range []int{17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8} {
		if length == 0 || length == 8 {
			b.write(1, 3)
		} else {
			b.write(0, 3)
		}
	}
	b.write(0, 1) // the lengths of all symbols follow
	for range 256 {
		b.write(1, 1)
	}
	b.write(0, more)
}

// oneCode writes a code with one symbol, which takes no bits.
func (b *bits) oneCode(symbol uint64) {
	b.write(1, 1)
	b.write(0, 1)
	b.write(1, 1)
	b.write(symbol, 8)
}

// symbol writes the high byte of a colour, the highest bit first.
func (b *bits) symbol(colour uint32) {
	v := uint64(colour >> 8)
	v = v&0x0F<<4 | v>>4
	v = v&0x33<<2 | v>>2&0x33
	v = v&0x55<<1 | v>>1&0x55
	b.write(v, 8)
}

func (b *bits) end() []byte {
	if b.n > 0 {
		b.write(0, 8-b.n)
	}
	return b.out
}
