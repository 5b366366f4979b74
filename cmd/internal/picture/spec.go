package picture

import (
	"fmt"
	"image/color"
)

// A Spec says what to make of a picture. It is plain data that travels as JSON. The zero
// value makes one output of the input's own size, upright, in the input's format.
type Spec struct {
	// Sizes are those of the outputs, one each; none is one output at the picture's own size.
	Sizes []Geometry `json:"sizes,omitempty"`
	// Format is JPEG, PNG, or SameFormat.
	Format Format `json:"format,omitempty"`
	// Quality of JPEG, 1 to 100; 0 is DefaultQuality.
	Quality int `json:"quality,omitempty"`
	// Compression of PNG: "" or "default", "fast", "best", "none".
	Compression string `json:"compression,omitempty"`
	// Strip removes all metadata: EXIF, XMP, IPTC, comments, colour profiles.
	Strip bool `json:"strip,omitempty"`
	// AsStored leaves the pixels as they are stored, and EXIF's orientation in the file.
	AsStored bool `json:"asStored,omitempty"`
	// Background is what shows through where a transparent picture becomes a JPEG;
	// nil is white. Its A is ignored.
	Background *color.RGBA `json:"background,omitempty"`
	// MaxPixels is how many pixels an input or an output may have at most; 0 is
	// DefaultMaxPixels.
	MaxPixels int64 `json:"maxPixels,omitempty"`
}

const (
	// DefaultQuality is what photographs on the web mostly have. mogrify takes the
	// input's own, as it estimates it, and 92 without; sharp takes 80, vipsthumbnail 75.
	DefaultQuality = 85
	// DefaultMaxPixels admits the largest cameras (150 million pixels) and most scans.
	DefaultMaxPixels = 268_435_456
)

// Check returns an error if s cannot be carried out for any picture.
func (s *Spec) Check() error {
	if s.Format != SameFormat && s.Format != JPEG && s.Format != PNG {
		return fmt.Errorf("picture: cannot write %q; allowed are jpeg and png", s.Format)
	}
	if s.Quality < 0 || s.Quality > 100 {
		return fmt.Errorf("picture: quality %d; allowed are 1 to 100", s.Quality)
	}
	if _, ok := compressions[s.Compression]; !ok {
		return fmt.Errorf("picture: compression %q; allowed are default, fast, best and none", s.Compression)
	}
	if s.MaxPixels < 0 {
		return fmt.Errorf("picture: at most %d pixels; allowed are 1 and more", s.MaxPixels)
	}
	return nil
}

func (s *Spec) quality() int {
	if s.Quality == 0 {
		return DefaultQuality
	}
	return s.Quality
}

func (s *Spec) maxPixels() int64 {
	if s.MaxPixels == 0 {
		return DefaultMaxPixels
	}
	return s.MaxPixels
}

// An Output is one picture that was made: a whole file, and what its name may need.
type Output struct {
	Width, Height int
	Format        Format
	Data          []byte
	// Note says what the user should know of it, as that a colour profile is gone; "" if nothing.
	Note string
}
