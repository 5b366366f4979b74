package picture

import (
	"encoding/binary"
	"io"
)

// An orientation is EXIF's: how a picture is stored.
//
//	1 upright           5 mirrored along the main diagonal
//	2 mirrored          6 needs a quarter turn clockwise
//	3 upside down       7 mirrored along the other diagonal
//	4 upside down and   8 needs a quarter turn
//	  mirrored            counter-clockwise
type orientation int

const upright orientation = 1

// swaps tells whether width and height change places.
func (o orientation) swaps() bool { return o >= 5 }

// A tag is an entry of the first directory of a TIFF, which EXIF is too.
type tag struct {
	tag, kind uint16
	count     uint32
	value     uint32 // or where the value is
	at        int64  // of the value in the entry
}

type tags struct {
	order   binary.ByteOrder
	entries []tag
}

// maxTags bounds what a directory costs. Real ones have less than a hundred entries.
const maxTags = 4096

// readTags reads the first directory.
func readTags(r io.ReaderAt, size int64) (t tags, err error) {
	var head [8]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return t, errSegment
	}
	switch string(head[:4]) {
	case "II*\x00":
		t.order = binary.LittleEndian
	case "MM\x00*":
		t.order = binary.BigEndian
	default:
		return t, errSegment
	}
	at := int64(t.order.Uint32(head[4:]))
	if at+2 > size {
		return t, errSegment
	}
	if _, err := r.ReadAt(head[:2], at); err != nil {
		return t, errSegment
	}
	n := int64(t.order.Uint16(head[:]))
	if n > maxTags || at+2+12*n > size {
		return t, errSegment
	}
	raw := make([]byte, 12*n)
	if _, err := r.ReadAt(raw, at+2); err != nil && err != io.EOF {
		return t, errSegment
	}
	for i := int64(0); i < n; i++ {
		e := raw[12*i:]
		t.entries = append(t.entries, tag{
			tag:   t.order.Uint16(e),
			kind:  t.order.Uint16(e[2:]),
			count: t.order.Uint32(e[4:]),
			value: t.order.Uint32(e[8:]),
			at:    at + 2 + 12*i + 8,
		})
	}
	return t, nil
}

// orientationOf returns what a TIFF or the data of an EXIF block says, and where it says so;
// upright and 0 if it says nothing that has a meaning.
func orientationOf(r io.ReaderAt, size int64) (o orientation, at int64, order binary.ByteOrder) {
	t, err := readTags(r, size)
	if err != nil {
		return upright, 0, nil
	}
	for _, e := range t.entries {
		if e.tag != 0x112 || e.kind != 3 || e.count != 1 {
			continue
		}
		var value [2]byte
		if _, err := r.ReadAt(value[:], e.at); err != nil {
			break
		}
		if v := orientation(t.order.Uint16(value[:])); v >= 1 && v <= 8 {
			return v, e.at, t.order
		}
	}
	return upright, 0, nil
}
