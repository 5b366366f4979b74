package picture

import (
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
)

// compressions are the levels of PNG by their names.
var compressions = map[string]png.CompressionLevel{
	"": png.DefaultCompression, "default": png.DefaultCompression,
	"fast": png.BestSpeed, "best": png.BestCompression, "none": png.NoCompression,
}

// encode writes a picture as a file of the given format, with its metadata.
func (s *Spec) encode(m image.Image, f Format, insert [][]byte) (data []byte, err error) {
	defer recovered(&err)
	var out pieces
	if f == JPEG {
		// After the two bytes that begin a JPEG.
		err = jpeg.Encode(&splice{to: &out, at: 2, insert: insert}, m, &jpeg.Options{Quality: s.quality()})
	} else {
		// After the signature and the first chunk, the header.
		e := png.Encoder{CompressionLevel: compressions[s.Compression]}
		err = e.Encode(&splice{to: &out, at: 8 + 25, insert: insert}, m)
	}
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return out.join(), nil
}

// pieces collects what is written without ever copying it while it grows.
type pieces struct {
	full [][]byte
	last []byte
	size int
}

func (p *pieces) Write(b []byte) (int, error) {
	n := len(b)
	p.size += n
	for len(b) > 0 {
		if len(p.last) == cap(p.last) {
			p.full = append(p.full, p.last)
			p.last = make([]byte, 0, max(16<<10, min(p.size/4, 1<<20)))
		}
		k := copy(p.last[len(p.last):cap(p.last)], b)
		p.last, b = p.last[:len(p.last)+k], b[k:]
	}
	return n, nil
}

func (p *pieces) join() []byte {
	all := make([]byte, 0, p.size)
	for _, b := range p.full {
		all = append(all, b...)
	}
	return append(all, p.last...)
}

// A splice passes on what is written to it, and inserts something after the first bytes.
type splice struct {
	to     *pieces
	at     int
	insert [][]byte
}

func (s *splice) Write(b []byte) (int, error) {
	n := len(b)
	if s.at >= 0 {
		k := min(s.at, len(b))
		_, _ = s.to.Write(b[:k]) // pieces do not fail
		b = b[k:]
		if s.at -= k; s.at == 0 {
			for _, i := range s.insert {
				_, _ = s.to.Write(i)
			}
			s.at = -1
		}
	}
	_, _ = s.to.Write(b)
	return n, nil
}
