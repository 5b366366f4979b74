package photo

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"slices"
)

// A content is a regular file of the directory of broken ones.
type content struct {
	Bad
	data    []byte
	oddName bool // some file systems refuse the name
}

// damaged lists the regular files, a good photograph first.
func damaged(seed uint64) ([]content, error) {
	good, err := (&File{Format: JPEG, Width: 800, Height: 600, Quality: 85, Orientation: 6, Seed: seed}).Encode()
	if err != nil {
		return nil, err
	}
	goodPNG, err := (&File{Format: PNG, Width: 320, Height: 240, Seed: seed}).Encode()
	if err != nil {
		return nil, err
	}
	unusual, err := unusual(seed)
	if err != nil {
		return nil, err
	}
	return slices.Concat(
		[]content{{Bad{"good.jpg", Works, "nothing is wrong with it"}, good, false}},
		cut(good, goodPNG), changed(good, goodPNG, seed), mislabelled(good, goodPNG), bombs(good), unusual, withOddNames(good),
	), nil
}

// cut are files that end early, or late.
func cut(good, goodPNG []byte) []content {
	list := []content{
		{Bad{"empty.jpg", Fails, "no bytes"}, nil, false},
		{Bad{"trailing.jpg", Works, "bytes behind the end"}, append(slices.Clone(good), "more"...), false},
		{Bad{"trailing.png", Works, "bytes behind the end"}, append(slices.Clone(goodPNG), "more"...), false},
		{Bad{"cut-end.jpg", Either, "the last two bytes, which mark the end, are missing"}, good[:len(good)-2], false},
		{Bad{"cut-end.png", Either, "the last 12 bytes, which mark the end, are missing"}, goodPNG[:len(goodPNG)-12], false},
	}
	for _, percent := range []int{1, 10, 50, 99} {
		list = append(list,
			content{Bad{Name(fmt.Sprintf("cut-%02d.jpg", percent)), Fails, fmt.Sprintf("only the first %d %% of the bytes", percent)}, good[:len(good)*percent/100], false},
			content{Bad{Name(fmt.Sprintf("cut-%02d.png", percent)), Fails, fmt.Sprintf("only the first %d %% of the bytes", percent)}, goodPNG[:len(goodPNG)*percent/100], false})
	}
	for _, n := range []int{1, 2, 3, 20} {
		list = append(list, content{Bad{Name(fmt.Sprintf("cut-%d-bytes.jpg", n)), Fails, fmt.Sprintf("only the first %d bytes", n)}, good[:n], false})
	}
	return list
}

// changed are files in which bits or bytes are not what they were.
func changed(good, goodPNG []byte, seed uint64) []content {
	half := slices.Clone(good)
	clear(half[len(half)/2:])
	sum := slices.Clone(goodPNG)
	sum[len(sum)/2] ^= 1
	list := []content{
		{Bad{"zeros.jpg", Fails, "nothing but zero bytes"}, make([]byte, len(good)), false},
		{Bad{"half-zeros.jpg", Either, "the second half of the bytes is zero"}, half, false},
		{Bad{"checksum.png", Fails, "a bit is wrong and the checksum says so"}, sum, false},
		{Bad{"orientation-99.jpg", Works, "an orientation that does not exist"}, withEXIF(withoutEXIF(good), 99, binary.LittleEndian), false},
		{Bad{"exif-cut.jpg", Works, "an EXIF segment that ends early"}, withSegment(withoutEXIF(good), 0xE1, []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00")), false},
		{Bad{"exif-round.jpg", Works, "an EXIF directory that is its own successor"}, withSegment(withoutEXIF(good), 0xE1, []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x00\x00\x00\x00\x08")), false},
	}
	r := rand.New(rand.NewPCG(seed, 2))
	for i := range 8 {
		flipped := slices.Clone(good)
		for range 1 + i {
			flipped[r.IntN(len(flipped))] ^= 1 << r.IntN(8)
		}
		list = append(list, content{Bad{Name(fmt.Sprintf("bits-%d.jpg", i)), Either, fmt.Sprintf("%d bits are wrong", i+1)}, flipped, false})
	}
	return list
}

// withoutEXIF removes the first segment.
func withoutEXIF(good []byte) []byte {
	n := 2 + int(binary.BigEndian.Uint16(good[4:]))
	return append(slices.Clone(good[:2]), good[2+n:]...)
}

// mislabelled are files whose names say something else than their contents.
func mislabelled(good, goodPNG []byte) []content {
	return []content{
		{Bad{"png-called.jpg", Works, "a PNG file"}, goodPNG, false},
		{Bad{"jpeg-called.png", Works, "a JPEG file"}, good, false},
		{Bad{"text.jpg", Fails, "text"}, []byte("This is no photograph.\n"), false},
		{Bad{"page.png", Fails, "a page of HTML, as servers send for a picture that is gone"}, []byte("<!DOCTYPE html><title>404</title>\n"), false},
		{Bad{"drawing.jpg", Fails, "a drawing in SVG that asks for a file"}, []byte(`<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`), false},
		{Bad{"script.jpg", Fails, "a script"}, []byte("#!/bin/sh\nexit 1\n"), false},
	}
}

// bombs are small files that say they are large.
func bombs(good []byte) []content {
	jpeg := slices.Clone(withoutEXIF(good))
	frame := bytes.Index(jpeg, []byte{0xFF, 0xC0})
	binary.BigEndian.PutUint16(jpeg[frame+5:], 60000)
	binary.BigEndian.PutUint16(jpeg[frame+7:], 60000)
	arithmetic := slices.Clone(withoutEXIF(good))
	arithmetic[frame+1] = 0xC9
	bmp := make([]byte, 54+1024)
	copy(bmp, "BM")
	le := binary.LittleEndian
	for at, v := range map[int]uint32{2: uint32(len(bmp)), 10: 54, 14: 40, 18: 60000, 22: 60000, 26: 1 | 24<<16} {
		le.PutUint32(bmp[at:], v)
	}
	tiff := append([]byte("II*\x00\x08\x00\x00\x00"), 8, 0)
	for _, e := range [][2]uint32{{256, 60000}, {257, 60000}, {258, 8}, {259, 1}, {262, 1}, {273, 8}, {278, 60000}, {279, 100}} {
		tiff = le.AppendUint32(tiff, e[0]|4<<16)
		tiff = le.AppendUint32(le.AppendUint32(tiff, 1), e[1])
	}
	return []content{
		{Bad{"bomb.png", Fails, "says that it has 60000×60000 pixels"}, pngFile(60000, 60000, 8, 2, []byte{0}), false},
		{Bad{"bomb-whole.png", Fails, "has 30000×30000 pixels of one bit, all of them"}, pngFile(30000, 30000, 1, 0, make([]byte, 30000*(1+30000/8))), false},
		{Bad{"bomb.gif", Fails, "says that it has 60000×60000 pixels"}, []byte("GIF89a\x60\xea\x60\xea\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x60\xea\x60\xea\x00\x02\x02L\x01\x00;"), false},
		{Bad{"bomb.jpg", Fails, "says that it has 60000×60000 pixels"}, jpeg, false},
		{Bad{"bomb.bmp", Fails, "says that it has 60000×60000 pixels"}, bmp, false},
		{Bad{"bomb.tif", Fails, "says that it has 60000×60000 pixels"}, append(tiff, 0, 0, 0, 0), false},
		{Bad{"nothing.png", Fails, "says that it has 0×0 pixels"}, pngFile(0, 0, 8, 2, nil), false},
		{Bad{"arithmetic.jpg", Fails, "says that it is coded in a way that hardly any program reads"}, arithmetic, false},
	}
}

// pngFile is a PNG file with these lines.
func pngFile(width, height uint32, depth, colours byte, lines []byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(lines) // a Buffer takes all
	z.Close()
	out := []byte("\x89PNG\r\n\x1a\n")
	for _, chunk := range [][]byte{append([]byte("IHDR"), append(head, depth, colours, 0, 0, 0)...), append([]byte("IDAT"), packed.Bytes()...), []byte("IEND")} {
		out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
		out = append(out, chunk...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	}
	return out
}

// unusual are good pictures that are not like photographs.
func unusual(seed uint64) ([]content, error) {
	var inks [4]*image.Gray
	for i := range inks {
		inks[i] = gray(Scene(seed+uint64(i), 200, 150))
	}
	cmyk, err := encodeCMYK(inks)
	if err != nil {
		return nil, err
	}
	var point, line, moving bytes.Buffer
	frame := func(c color.Color) *image.Paletted {
		return image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{c})
	}
	for _, err := range []error{
		png.Encode(&point, image.NewGray(image.Rect(0, 0, 1, 1))),
		png.Encode(&line, image.NewGray(image.Rect(0, 0, 20000, 1))),
		gif.EncodeAll(&moving, &gif.GIF{Image: []*image.Paletted{frame(color.White), frame(color.Black)}, Delay: []int{10, 10}}),
	} {
		if err != nil {
			return nil, err
		}
	}
	return []content{
		{Bad{"cmyk.jpg", Works, "four colours"}, cmyk, false},
		{Bad{"point.png", Works, "1×1 pixels"}, point.Bytes(), false},
		{Bad{"line.png", Works, "20000×1 pixels"}, line.Bytes(), false},
		{Bad{"moving.gif", Works, "two frames"}, moving.Bytes(), false},
	}, nil
}
