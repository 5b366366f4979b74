package picture

import "fmt"

// maxSide is the longest side of a JPEG: its header has 16 bits for each.
const maxSide = 65535

// Plan returns what Make will return for a picture with this header, but for the Data. It
// fails where Make would because of a size.
func (s *Spec) Plan(h Header) ([]Output, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	limit := s.maxPixels()
	if n := int64(h.Width) * int64(h.Height); n > limit {
		return nil, fmt.Errorf("picture: %dx%d are %d pixels; at most %d are allowed", h.Width, h.Height, n, limit)
	}
	w, height := h.Upright()
	if s.AsStored {
		w, height = h.Width, h.Height
	}
	sizes := s.Sizes
	if len(sizes) == 0 {
		sizes = []Geometry{{}}
	}
	outs := make([]Output, len(sizes))
	for i, g := range sizes {
		o := &outs[i]
		o.Width, o.Height = g.Of(w, height)
		o.Format = s.format(h)
		if n := int64(o.Width) * int64(o.Height); n > limit {
			return nil, fmt.Errorf("picture: %s of %dx%d would be %dx%d, %d pixels; at most %d are allowed", g, w, height, o.Width, o.Height, n, limit)
		}
		if o.Format == JPEG && max(o.Width, o.Height) > maxSide {
			if g == (Geometry{}) {
				return nil, fmt.Errorf("picture: %dx%d is too large; a JPEG's side is at most %d", w, height, maxSide)
			}
			return nil, fmt.Errorf("picture: %s of %dx%d would be %dx%d; a JPEG's side is at most %d", g, w, height, o.Width, o.Height, maxSide)
		}
	}
	return outs, nil
}

// format is that of the outputs.
func (s *Spec) format(h Header) Format {
	switch {
	case s.Format != SameFormat:
		return s.Format
	case h.Format == JPEG || h.Format == PNG:
		return h.Format
	case h.layout.alpha:
		return PNG
	}
	return JPEG
}
