package jpegscale

import (
	"errors"
	"image"
)

var (
	errHeader = errors.New("jpegscale: a header that is broken or of a kind that is not read")
	errScan   = errors.New("jpegscale: a scan that is broken or of a kind that is not read")
)

// A decoder is one call of Decode.
type decoder struct {
	data          []byte
	scale         int
	width, height int
	baseline      bool
	progressive   bool
	jfif          bool
	adobe         int // the transform of Adobe's marker, -1 without one
	interval      int // MCUs between two restart markers
	mcusX, mcusY  int
	comps         []component
	quant         [4][64]int32 // in the order of blocks
	tables        [2][4]huffman
}

// A component is a colour channel.
type component struct {
	id, table    byte
	h, v         int // sampling factors
	blocksX      int
	stride       int
	pix          []byte
	coefficients []block // if progressive
	seen         bool
}

// Decode returns the picture of a JPEG file with both sides divided by scale, 2, 4 or 8, and rounded up:
// an *image.Gray or *image.YCbCr. It reads what is common. Any error means that image/jpeg should be
// asked, which may read the file, or has a better reason.
func Decode(data []byte, scale int) (image.Image, error) {
	if scale != 2 && scale != 4 && scale != 8 {
		return nil, errors.New("jpegscale: the scale must be 2, 4 or 8")
	}
	d := &decoder{data: data, scale: scale, adobe: -1}
	if err := d.segments(); err != nil {
		return nil, err
	}
	if len(d.comps) == 0 {
		return nil, errHeader
	}
	for i := range d.comps {
		if c := &d.comps[i]; !c.seen {
			return nil, errScan
		} else if d.progressive {
			d.reconstruct(c)
		}
	}
	return d.picture()
}

// reconstruct makes the samples of a progressive picture.
func (d *decoder) reconstruct(c *component) {
	for i := range c.coefficients {
		d.store(c, &c.coefficients[i], i%c.blocksX, i/c.blocksX)
	}
}

// store writes the samples of a block.
func (d *decoder) store(c *component, b *block, x, y int) {
	n := 8 / d.scale
	idct(c.pix[n*(y*c.stride+x):], c.stride, b, &d.quant[c.table], n)
}

// picture returns the samples as image/jpeg would.
func (d *decoder) picture() (image.Image, error) {
	r := image.Rect(0, 0, (d.width+d.scale-1)/d.scale, (d.height+d.scale-1)/d.scale)
	y := &d.comps[0]
	if len(d.comps) == 1 {
		return &image.Gray{Pix: y.pix, Stride: y.stride, Rect: r}, nil
	}
	cb, cr := &d.comps[1], &d.comps[2]
	ratio, ok := ratios[[2]int{y.h / cb.h, y.v / cb.v}]
	if !ok {
		return nil, errHeader
	}
	return &image.YCbCr{Y: y.pix, Cb: cb.pix, Cr: cr.pix, YStride: y.stride, CStride: cb.stride,
		SubsampleRatio: ratio, Rect: r}, nil
}

var ratios = map[[2]int]image.YCbCrSubsampleRatio{
	{1, 1}: image.YCbCrSubsampleRatio444, {1, 2}: image.YCbCrSubsampleRatio440,
	{2, 1}: image.YCbCrSubsampleRatio422, {2, 2}: image.YCbCrSubsampleRatio420,
	{4, 1}: image.YCbCrSubsampleRatio411, {4, 2}: image.YCbCrSubsampleRatio410,
}

// rgb tells whether the components are red, green and blue, as image/jpeg decides it.
func (d *decoder) rgb() bool {
	if d.jfif || len(d.comps) < 3 {
		return false
	}
	return d.adobe == 0 || d.comps[0].id == 'R' && d.comps[1].id == 'G' && d.comps[2].id == 'B'
}
