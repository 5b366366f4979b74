package picture

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"maps"
	"slices"
	"strings"

	"github.com/skua-go/skua/par"
)

// Make makes the outputs of one file, whose content is data, in the order of s.Sizes. The
// file is decoded once, and the sizes are made in parallel, in the pool of the task that Make
// is called in. An output that would be the input decoded and encoded again, of the same size
// and upright, without anything to strip and with no quality given, is data itself, but without
// what follows the picture in it, and without the other frames of an animated PNG. Data must not
// change afterwards.
//
// The bytes depend on data, s and this program's version and architecture only. Make returns the
// cause if ctx ends before all is done; it looks between decoding, resizing and encoding. A panic
// in a decoder is an error.
func (s *Spec) Make(ctx context.Context, data []byte) ([]Output, error) {
	h, err := readHeader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	outs, err := s.Plan(h)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	j := job{Spec: s, header: h, data: data, outs: outs}
	if err := j.make(ctx); err != nil {
		return nil, err
	}
	return outs, nil
}

// make makes the outputs.
func (j *job) make(ctx context.Context) error {
	h, groups := j.header, j.byScale()
	scales := slices.Sorted(maps.Keys(groups))
	if pictures := decodeScaled(h, j.data, scales); pictures != nil {
		return par.ForErr(ctx, len(scales), func(ctx context.Context, k int) error {
			m, group, part := pictures[k], groups[scales[k]], *j
			part.outs = nil
			for _, i := range group {
				part.outs = append(part.outs, j.outs[i])
			}
			err := run(ctx, &part, open8(m, m.Bounds().Dx(), m.Bounds().Dy()).of(h.Width, h.Height, scales[k]))
			for n, i := range group {
				j.outs[i] = part.outs[n]
			}
			return err
		})
	}
	m, err := decode(h, j.data)
	if err != nil {
		return err
	}
	if deep(m, h.Width, h.Height) {
		return run(ctx, j, open16(m, h.Width, h.Height))
	}
	return run(ctx, j, open8(m, h.Width, h.Height))
}

// A job is one call of Make.
type job struct {
	*Spec
	header Header
	data   []byte
	outs   []Output
	notes  string
	meta   *metadata
}

// turned is how the stored picture must be turned.
func (j *job) turned() orientation {
	if j.AsStored {
		return upright
	}
	return orientation(j.header.Orientation)
}

// run makes the outputs of a source: the halves of its channels first, which all sizes share.
func run[T sample](ctx context.Context, j *job, s *source[T]) error {
	if s == nil {
		return fmt.Errorf("picture: this %s has pixels of an unknown kind", j.header.Format.Name())
	}
	j.meta = j.readMetadata(j.header, j.data, j.outs[0].Format, s.layer, j.turned() != upright)
	j.notes = strings.Join(j.meta.notes, "; ")
	channels := make([][]*channel[T], len(s.channels))
	err := par.ForErr(ctx, len(channels), func(_ context.Context, c int) error {
		most := 0
		for i := range j.outs {
			most = max(most, targetOf(j, s, i, c).levels(s.channels[c].fullW, s.channels[c].fullH))
		}
		channels[c] = halves(s.channels[c], most)
		return nil
	})
	if err != nil {
		return err
	}
	return par.ForErr(ctx, len(j.outs), func(ctx context.Context, i int) error {
		return one(ctx, j, s, channels, i)
	})
}

// one makes output i.
func one[T sample](ctx context.Context, j *job, s *source[T], channels [][]*channel[T], i int) (err error) {
	out := &j.outs[i]
	if j.untouched(out) {
		out.Data = alone(out.Format, j.data)
		return nil
	}
	out.Note = j.notes
	planes := make([]*plane[T], len(channels))
	for c := range planes {
		t := targetOf(j, s, i, c)
		full := channels[c][0]
		planes[c] = turn(resize(channels[c][t.levels(full.fullW, full.fullH)], t), j.turned())
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	back := color.RGBA{255, 255, 255, 255}
	if j.Background != nil {
		back = *j.Background
	}
	meta := *j.meta
	meta.exif = ofPixels(meta.exif, out.Width, out.Height)
	out.Data, err = j.encode(assemble(planes, s.layer, s.deep, out.Format, back), out.Format, meta.parts(out.Format))
	return err
}

// untouched tells whether the input is as good as the output and loses nothing.
func (j *job) untouched(out *Output) bool {
	return out.Format == j.header.Format && out.Width == j.header.Width && out.Height == j.header.Height &&
		j.turned() == upright && !j.Strip && j.Quality == 0 && j.Compression == ""
}

// targetOf says what becomes of channel c in output i, before it is turned. The chroma of a JPEG
// has half the samples both ways. Where it is mirrored later, and a side is odd, the half
// pixel too much is at its beginning.
func targetOf[T sample](j *job, s *source[T], i, c int) target {
	w, h := j.outs[i].Width, j.outs[i].Height
	if j.turned().swaps() {
		w, h = h, w
	}
	t := target{w: w, h: h, fullW: float64(w), fullH: float64(h), filter: lanczos}
	if s.drawing || w > s.w || h > s.h {
		t.filter = mitchell
	}
	if s.layer != ycbcr || c == 0 || j.outs[i].Format != JPEG {
		return t
	}
	t.w, t.h, t.fullW, t.fullH = (w+1)/2, (h+1)/2, t.fullW/2, t.fullH/2
	mirrorX, mirrorY := j.turned().mirrors()
	if mirrorX {
		t.originX = t.fullW - float64(t.w)
	}
	if mirrorY {
		t.originY = t.fullH - float64(t.h)
	}
	return t
}
