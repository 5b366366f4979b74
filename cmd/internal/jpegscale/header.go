package jpegscale

import (
	"bytes"
	"encoding/binary"
)

// segments reads the file up to its end marker.
func (d *decoder) segments() error {
	if !bytes.HasPrefix(d.data, []byte{0xff, 0xd8}) {
		return errHeader
	}
	for at := 2; ; {
		if at+2 > len(d.data) || d.data[at] != 0xff {
			return errHeader
		}
		marker := d.data[at+1]
		if marker == 0xff { // a fill byte
			at++
			continue
		}
		if marker == 0xd9 {
			return nil
		}
		if at+4 > len(d.data) {
			return errHeader
		}
		end := at + 2 + int(binary.BigEndian.Uint16(d.data[at+2:]))
		if end < at+4 || end > len(d.data) {
			return errHeader
		}
		p := d.data[at+4 : end]
		var err error
		switch {
		case marker >= 0xc0 && marker <= 0xc2:
			err = d.frame(marker, p)
		case marker == 0xc4:
			err = d.huffmanTables(p)
		case marker == 0xda:
			end, err = d.scan(p, end)
		case marker == 0xdb:
			err = d.quantTables(p)
		case marker == 0xdd && len(p) == 2:
			d.interval = int(binary.BigEndian.Uint16(p))
		case marker == 0xe0 && len(p) >= 5:
			d.jfif = bytes.HasPrefix(p, []byte("JFIF\x00"))
		case marker == 0xee && len(p) >= 12 && bytes.HasPrefix(p, []byte("Adobe")):
			d.adobe = int(p[11])
		case marker < 0xe0 || marker > 0xef && marker != 0xfe:
			err = errHeader
		}
		if err != nil {
			return err
		}
		at = end
	}
}

// frame reads an SOF segment (T.81, B.2.2), and allocates the samples.
func (d *decoder) frame(marker byte, p []byte) error {
	if d.comps != nil || len(p) < 6 || p[0] != 8 || len(p) != 6+3*int(p[5]) || p[5] != 1 && p[5] != 3 {
		return errHeader
	}
	d.baseline, d.progressive = marker == 0xc0, marker == 0xc2
	d.height, d.width = int(binary.BigEndian.Uint16(p[1:])), int(binary.BigEndian.Uint16(p[3:]))
	if d.width == 0 || d.height == 0 {
		return errHeader
	}
	comps := make([]component, p[5])
	for i := range comps {
		c := &comps[i]
		q := p[6+3*i:]
		*c = component{id: q[0], h: int(q[1] >> 4), v: int(q[1] & 15), table: q[2]}
		if c.table > 3 {
			return errHeader
		}
		for _, other := range comps[:i] {
			if other.id == c.id {
				return errHeader
			}
		}
	}
	y := &comps[0]
	if len(comps) == 1 {
		if y.h < 1 || y.h > 4 || y.v < 1 || y.v > 4 || y.h == 3 || y.v == 3 {
			return errHeader
		}
		y.h, y.v = 1, 1
	} else if b := comps[1]; y.h*y.v*b.h*b.v == 0 || y.h > 4 || y.h == 3 || y.v > 2 || y.h%b.h != 0 ||
		y.v%b.v != 0 || b.h != comps[2].h || b.v != comps[2].v {
		return errHeader
	}
	d.comps = comps
	d.mcusX, d.mcusY = (d.width+8*y.h-1)/(8*y.h), (d.height+8*y.v-1)/(8*y.v)
	for i := range comps {
		c := &comps[i]
		c.blocksX = d.mcusX * c.h
		blocks := c.blocksX * d.mcusY * c.v
		for _, scale := range d.scales {
			n := 8 / scale
			c.planes = append(c.planes, plane{make([]byte, blocks*n*n), c.blocksX * n})
		}
		if d.progressive {
			c.coefficients = make([]block, blocks)
		}
	}
	return nil
}

// quantTables reads a DQT segment.
func (d *decoder) quantTables(p []byte) error {
	for len(p) > 0 {
		table, bytes := p[0]&15, int(p[0]>>4)+1
		if table > 3 || bytes > 2 || len(p) < 1+64*bytes {
			return errHeader
		}
		for z := range 64 {
			v := int32(p[1+z*bytes])
			if bytes == 2 {
				v = v<<8 | int32(p[2+2*z])
			}
			d.quant[table][zigzag[z]] = v
		}
		p = p[1+64*bytes:]
	}
	return nil
}

// huffmanTables reads a DHT segment.
func (d *decoder) huffmanTables(p []byte) (err error) {
	for len(p) > 0 {
		class, table := p[0]>>4, p[0]&15
		if class > 1 || table > 3 || d.baseline && table > 1 {
			return errHeader
		}
		if p, err = d.tables[class][table].set(p[1:]); err != nil {
			return err
		}
	}
	return nil
}
