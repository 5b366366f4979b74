package photo

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// Encode returns the bytes of the file.
func (f *File) Encode() ([]byte, error) {
	m := Scene(f.Seed, f.Width, f.Height)
	switch f.Format {
	case JPEG:
		return f.encodeJPEG(m)
	case WebP:
		return encodeWebP(m), nil
	}
	var b bytes.Buffer
	var err error
	switch f.Format {
	case PNG:
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, f.pngImage(m))
	case GIF:
		err = gif.Encode(&b, paletted(m), nil)
	case BMP:
		err = bmp.Encode(&b, rgba(m))
	case TIFF:
		err = tiff.Encode(&b, rgba(m), nil)
	default:
		err = fmt.Errorf("photo: format %q of %s: want jpeg, png, gif, bmp, tiff or webp", f.Format, f.Name)
	}
	return b.Bytes(), err
}

func (f *File) encodeJPEG(m *image.YCbCr) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(f.Width * f.Height / 2)
	var picture image.Image = m
	if f.Gray {
		picture = gray(m)
	}
	if err := jpeg.Encode(&b, picture, &jpeg.Options{Quality: f.Quality}); err != nil {
		return nil, err
	}
	if f.Orientation == 0 {
		return b.Bytes(), nil
	}
	var order binary.AppendByteOrder = binary.BigEndian
	if f.Seed%2 == 0 {
		order = binary.LittleEndian
	}
	return withEXIF(b.Bytes(), f.Orientation, order), nil
}

func gray(m *image.YCbCr) *image.Gray { return &image.Gray{Pix: m.Y, Stride: m.YStride, Rect: m.Rect} }

func rgba(m *image.YCbCr) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	draw.Draw(out, out.Rect, m, image.Point{}, draw.Src)
	return out
}

// pngImage is the picture in the file's variant.
func (f *File) pngImage(m *image.YCbCr) image.Image {
	switch f.Variant {
	case 1:
		out := &image.NRGBA{Pix: rgba(m).Pix, Stride: 4 * f.Width, Rect: m.Rect}
		for y := range f.Height {
			for x := range f.Width {
				out.Pix[y*out.Stride+4*x+3] = uint8(255 - 200*x/f.Width)
			}
		}
		return out
	case 2:
		out := image.NewGray16(m.Rect)
		for i, v := range m.Y {
			out.Pix[2*i], out.Pix[2*i+1] = v, v
		}
		return out
	}
	return rgba(m)
}

// paletted is the picture in 6×6×6 colours, with an ordered dither.
func paletted(m *image.YCbCr) *image.Paletted {
	var colours color.Palette
	for i := range 216 {
		colours = append(colours, color.RGBA{uint8(i / 36 * 51), uint8(i / 6 % 6 * 51), uint8(i % 6 * 51), 255})
	}
	out, from := image.NewPaletted(m.Rect, colours), rgba(m)
	bayer := [4]int{0, 34, 51 * 3 / 4, 17}
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			p, d := from.Pix[from.PixOffset(x, y):], bayer[y%2*2+x%2]+6
			out.Pix[out.PixOffset(x, y)] = uint8((int(p[0])+d)/51*36 + (int(p[1])+d)/51*6 + (int(p[2])+d)/51)
		}
	}
	return out
}
