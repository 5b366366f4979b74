package jpegscale

import (
	"errors"
	"fmt"
	"image"
)

var (
	errHeader = errors.New("jpegscale: a header that is broken or of a kind that is not read")
	errScan   = errors.New("jpegscale: a scan that is broken or of a kind that is not read")
)

// A decoder is one call of Decode.
type decoder struct {
	data          []byte
	scales        []int
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
	planes       []plane // one for each scale
	coefficients []block // if progressive
	seen         bool
}

type plane struct {
	pix    []byte
	stride int
}

// Decode returns the picture of a JPEG file once for each of scales, 1, 2, 4 or 8, with both sides divided
// by it and rounded up: an *image.Gray or *image.YCbCr. Each is the same whatever the others are; the
// file is read once. Decode reads what is common. Any error means that image/jpeg should be
// asked, which may read the file, or has a better reason.
func Decode(data []byte, scales ...int) ([]image.Image, error) {
	for _, scale := range scales {
		if scale != 1 && scale != 2 && scale != 4 && scale != 8 {
			return nil, fmt.Errorf("jpegscale: a scale of %d, and it must be 1, 2, 4 or 8", scale)
		}
	}
	d := &decoder{data: data, scales: scales, adobe: -1}
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
	all := make([]image.Image, len(scales))
	for k := range all {
		var err error
		if all[k], err = d.picture(k); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// reconstruct makes the samples of a progressive picture.
func (d *decoder) reconstruct(c *component) {
	for i := range c.coefficients {
		d.store(c, &c.coefficients[i], i%c.blocksX, i/c.blocksX)
	}
}

// store writes the samples of a block, at each scale.
func (d *decoder) store(c *component, b *block, x, y int) {
	for k, scale := range d.scales {
		n, p := 8/scale, &c.planes[k]
		idct(p.pix[n*(y*p.stride+x):], p.stride, b, &d.quant[c.table], n)
	}
}

// picture returns the samples at scale k as image/jpeg would.
func (d *decoder) picture(k int) (image.Image, error) {
	scale := d.scales[k]
	r := image.Rect(0, 0, (d.width+scale-1)/scale, (d.height+scale-1)/scale)
	y := d.comps[0].planes[k]
	if len(d.comps) == 1 {
		return &image.Gray{Pix: y.pix, Stride: y.stride, Rect: r}, nil
	}
	cb, cr := d.comps[1].planes[k], d.comps[2].planes[k]
	ratio, ok := ratios[[2]int{d.comps[0].h / d.comps[1].h, d.comps[0].v / d.comps[1].v}]
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
