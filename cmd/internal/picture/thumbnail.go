package picture

import (
	"bytes"
	"encoding/binary"
	"slices"
)

const (
	exifIFD     = 0x8769 // where EXIF's own directory is
	pixelWidth  = 0xa002
	pixelHeight = 0xa003
	thumbAt     = 0x201 // where the thumbnail is
	thumbSize   = 0x202
)

// ofPixels returns EXIF as it is for other pixels, of w by h: with their size, and without the
// thumbnail, which shows the old ones.
func ofPixels(exif []byte, w, h int) []byte {
	t, err := readTags(bytes.NewReader(exif), int64(len(exif)))
	if err != nil {
		return exif
	}
	exif = slices.Clone(exif)
	next := int(t.order.Uint32(exif[4:])) + 2 + 12*len(t.entries)
	for _, e := range t.entries {
		if e.tag == exifIFD {
			setSize(exif, t.order, int(e.value), w, h)
		}
	}
	if next+4 > len(exif) {
		return exif
	}
	second := int(t.order.Uint32(exif[next:]))
	clear(exif[next : next+4])
	at, size := 0, 0
	entries(exif, t.order, second, func(entry []byte) {
		switch t.order.Uint16(entry) {
		case thumbAt:
			at = int(t.order.Uint32(entry[8:]))
		case thumbSize:
			size = int(t.order.Uint32(entry[8:]))
		}
	})
	if at <= 0 || size <= 0 || at > len(exif) || size > len(exif)-at {
		return exif
	}
	clear(exif[at : at+size])
	if at+size == len(exif) {
		return exif[:at]
	}
	return exif
}

// setSize writes the size of the pixels into EXIF's own directory, if that has it.
func setSize(exif []byte, order binary.ByteOrder, dir, w, h int) {
	entries(exif, order, dir, func(entry []byte) {
		size := w
		switch order.Uint16(entry) {
		case pixelWidth:
		case pixelHeight:
			size = h
		default:
			return
		}
		switch order.Uint16(entry[2:]) {
		case 3: // short
			order.PutUint16(entry[8:], uint16(min(size, 1<<16-1)))
		case 4: // long
			order.PutUint32(entry[8:], uint32(size))
		}
	})
}

// entries calls f with each entry of a directory.
func entries(exif []byte, order binary.ByteOrder, dir int, f func(entry []byte)) {
	if dir <= 0 || dir+2 > len(exif) {
		return
	}
	for i := range int(order.Uint16(exif[dir:])) {
		at := dir + 2 + 12*i
		if at+12 > len(exif) {
			return
		}
		f(exif[at : at+12])
	}
}
