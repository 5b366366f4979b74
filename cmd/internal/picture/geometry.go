package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Geometry is a size in the words of ImageMagick, made by ParseGeometry. The zero value
// keeps every picture's own size.
//
//	800x600   as large as fits inside, both ways; the aspect ratio is kept
//	800  800x width 800, height by the aspect ratio
//	x600      height 600, width by the aspect ratio
//	50%       both sides; 50%x30%: each by its own; x30%: the height alone
//	10000@    as many pixels
//	…!        exactly this size: the aspect ratio is not kept
//	…>  …<    only pictures that are larger; only those that are smaller
//	…^        the least size that covers it. Nothing is cropped
//
// Sizes are rounded as by mogrify -resize. As there, > and < mean nothing after a percentage.
type Geometry struct {
	width, height float64 // 0 if not given
	percent       bool
	flags         string // of "!<>^@", each at most once, in this order
}

const geometryFlags = "!<>^@"

// ParseGeometry reads a geometry. What ImageMagick reads and a resize has no use for is
// an error: offsets (+10+10), ratios (3:2), a side of 0.
func ParseGeometry(s string) (Geometry, error) {
	fail := func(why string) (Geometry, error) {
		return Geometry{}, fmt.Errorf("picture: size %q: %s; allowed are 800x600, 800, x600, 50%%, 50%%x30%% and 10000@, followed by any of ! > < ^", s, why)
	}
	body := strings.TrimRight(s, geometryFlags+"%")
	var g Geometry
	flags := s[len(body):]
	for _, c := range geometryFlags {
		if strings.ContainsRune(flags, c) {
			g.flags += string(c)
		}
	}
	if len(g.flags)+strings.Count(flags, "%") != len(flags) || strings.Count(flags, "%") > 1 {
		return fail("a sign is repeated")
	}
	if g.has('<') && g.has('>') {
		return fail("< and > exclude each other")
	}
	g.percent = strings.Contains(s, "%")
	first, second, both := strings.Cut(strings.ToLower(body), "x")
	first = strings.TrimSuffix(first, "%")
	var err error
	if g.width, err = side(first); err != nil {
		return fail(err.Error())
	}
	if g.height, err = side(second); err != nil {
		return fail(err.Error())
	}
	switch {
	case g.width == 0 && g.height == 0:
		return fail("no number")
	case g.has('@') && (both || g.percent):
		return fail("@ takes one number, of pixels")
	case g.percent && (g.width > 10000 || g.height > 10000), !g.has('@') && (g.width > 1e6 || g.height > 1e6):
		return fail("too large")
	}
	return g, nil
}

// side reads one number; "" is 0, a side that is not given.
func side(s string) (float64, error) {
	if s == "" {
		return 0, nil
	}
	if strings.Trim(s, "0123456789.") != "" {
		return 0, fmt.Errorf("%q is not a number", s)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number", s)
	}
	if f < 0.01 {
		return 0, fmt.Errorf("a side of %s", s)
	}
	return f, nil
}

func (g Geometry) has(flag byte) bool { return strings.IndexByte(g.flags, flag) >= 0 }

// String returns the geometry as ParseGeometry reads it; "" for the zero value.
func (g Geometry) String() string {
	var b strings.Builder
	number := func(f float64) {
		if f == 0 {
			return
		}
		b.WriteString(strconv.FormatFloat(f, 'f', -1, 64))
		if g.percent {
			b.WriteByte('%')
		}
	}
	number(g.width)
	if g.height != 0 {
		b.WriteByte('x')
		number(g.height)
	}
	return b.String() + g.flags
}

// MarshalText makes a Geometry travel as its String.
func (g Geometry) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads what MarshalText wrote, and anything else that ParseGeometry reads.
func (g *Geometry) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*g = Geometry{}
		return nil
	}
	*g, err = ParseGeometry(string(text))
	return err
}

// Of returns the size to which a picture of w by h pixels is resized; w and h are at least 1,
// and so are the results. The steps and their order are those of ImageMagick's
// ParseMetaGeometry, since their roundings show.
func (g Geometry) Of(w, h int) (int, int) {
	if g.width == 0 && g.height == 0 {
		return w, h
	}
	fw, fh := float64(w), float64(h)
	if g.percent {
		return g.scaled(fw, fh)
	}
	width, height := fw, fh
	if g.width != 0 {
		width = math.Floor(g.width + 0.5)
	}
	if g.height != 0 {
		height = math.Floor(g.height + 0.5)
	}
	if !g.has('!') && (width != fw || height != fh) {
		f := g.factor(width/fw, height/fh, width, height, fw, fh)
		width, height = math.Floor(f*fw+0.5), math.Floor(f*fh+0.5)
	}
	if g.has('>') {
		width, height = min(width, fw), min(height, fh)
	}
	if g.has('<') {
		width, height = max(width, fw), max(height, fh)
	}
	if g.has('@') {
		width, height = g.area(width, height, fw, fh)
	}
	return atLeastOne(width), atLeastOne(height)
}

// scaled returns the size by percentages.
func (g Geometry) scaled(fw, fh float64) (int, int) {
	x, y := g.width, g.height
	if x == 0 {
		x = 100
	}
	if y == 0 {
		y = x
	}
	return atLeastOne(math.Floor(x*fw/100 + 0.5)), atLeastOne(math.Floor(y*fh/100 + 0.5))
}

// factor returns by how much both sides are scaled, of the factors that either side asks for.
func (g Geometry) factor(x, y, width, height, fw, fh float64) float64 {
	fill := g.has('^')
	switch {
	case g.height == 0 && fill:
		return max(x, width/fh)
	case g.height == 0:
		return x
	case g.width == 0 && fill:
		return max(y, height/fw)
	case g.width == 0:
		return y
	case fill:
		return max(x, y)
	}
	return min(x, y)
}

// area returns the size with g.width pixels, unless width by height is as small already.
func (g Geometry) area(width, height, fw, fh float64) (float64, float64) {
	root := math.Sqrt(g.width + 1e-6)
	distance := math.Sqrt(fw * fh)
	x, y := fw/(distance/root), fh/(distance/root)
	if x < width || y < height {
		return math.Floor(x), math.Floor(y)
	}
	return width, height
}

func atLeastOne(f float64) int { return max(1, int(f)) }
