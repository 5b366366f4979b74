package picture

import (
	"encoding/binary"
	"errors"
	"io"
)

// A kind is what a block of metadata says.
type kind int

const (
	exif    kind = iota // a TIFF of tags, without the "Exif\0\0" that JPEG puts before it
	xmp                 // RDF
	icc                 // a colour profile
	iptc                // a JPEG's Photoshop resources
	comment             // a JPEG's
	space               // PNG's gAMA, cHRM, sRGB, pHYs: a chunk with its name before it
)

// A block is one piece of metadata in a file. A profile of a JPEG may have many parts.
type block struct {
	kind   kind
	at     int64
	size   int64
	packed bool // zlib data after a name: PNG's iCCP
}

// maxBlock bounds one block, so that a file cannot ask for more memory than pictures need.
const maxBlock = 16 << 20

var errSegment = errors.New("bad segment")

// maxBlocks bounds their number, for the same reason.
const maxBlocks = 1000

// find returns the blocks of metadata of a file. What is broken in it ends the search: the
// decoder of the pixels judges that.
func find(f Format, r io.ReaderAt, size int64) []block {
	switch f {
	case JPEG:
		return findJPEG(r, size)
	case PNG:
		return findPNG(r, size)
	case WebP:
		return findWebP(r, size)
	case TIFF:
		return findTIFF(r, size)
	}
	return nil
}

const (
	exifName = "Exif\x00\x00"
	xmpName  = "http://ns.adobe.com/xap/1.0/\x00"
	iccName  = "ICC_PROFILE\x00"
	iptcName = "Photoshop 3.0\x00"
)

// jpegNames is which segments of a JPEG are metadata. JFIF and Adobe's APP14 describe the
// pixels as they are encoded, MPF the places of other pictures in the file: they are not kept.
var jpegNames = []struct {
	marker byte
	name   string
	kind   kind
	skip   int64 // bytes after the name that belong to JPEG
}{
	{0xe1, exifName, exif, 0},
	{0xe1, xmpName, xmp, 0},
	{0xe2, iccName, icc, 2},
	{0xed, iptcName, iptc, 0},
	{0xfe, "", comment, 0},
}

// findJPEG walks the segments up to the first scan.
func findJPEG(r io.ReaderAt, size int64) (found []block) {
	var head [4 + len(xmpName)]byte
	for at := int64(2); at+4 <= size && len(found) < maxBlocks; {
		n, _ := r.ReadAt(head[:], at)
		if n < 4 || head[0] != 0xff {
			return found
		}
		marker := head[1]
		if marker == 0xff { // a fill byte
			at++
			continue
		}
		length := int64(binary.BigEndian.Uint16(head[2:]))
		if marker == 0xda || marker == 0xd9 || length < 2 || at+2+length > size {
			return found
		}
		for _, j := range jpegNames {
			skip := int64(len(j.name)) + j.skip
			if marker == j.marker && length-2 >= skip && begins(head[4:n], j.name) {
				found = append(found, block{kind: j.kind, at: at + 4 + skip, size: length - 2 - skip})
			}
		}
		at += 2 + length
	}
	return found
}

// findPNG walks the chunks.
func findPNG(r io.ReaderAt, size int64) (found []block) {
	const xmpText = "XML:com.adobe.xmp\x00\x00\x00\x00\x00"
	var head [8 + len(xmpText)]byte
	for at := int64(8); at+12 <= size && len(found) < maxBlocks; {
		n, _ := r.ReadAt(head[:], at)
		if n < 8 {
			return found
		}
		length := int64(binary.BigEndian.Uint32(head[:]))
		if at+12+length > size {
			return found
		}
		switch name := string(head[4:8]); name {
		case "eXIf":
			found = append(found, block{kind: exif, at: at + 8, size: length})
		case "iCCP":
			found = append(found, block{kind: icc, at: at + 8, size: length, packed: true})
		case "gAMA", "cHRM", "sRGB", "pHYs":
			found = append(found, block{kind: space, at: at + 4, size: length + 4})
		case "iTXt":
			if length > int64(len(xmpText)) && begins(head[8:n], xmpText) {
				skip := int64(len(xmpText))
				found = append(found, block{kind: xmp, at: at + 8 + skip, size: length - skip})
			}
		case "IEND":
			return found
		}
		at += 12 + length
	}
	return found
}

// findWebP walks the chunks of the RIFF.
func findWebP(r io.ReaderAt, size int64) (found []block) {
	var head [8 + len(exifName)]byte
	for at := int64(12); at+8 <= size && len(found) < maxBlocks; {
		n, _ := r.ReadAt(head[:], at)
		if n < 8 {
			return found
		}
		length := int64(binary.LittleEndian.Uint32(head[4:]))
		if at+8+length > size {
			return found
		}
		switch string(head[:4]) {
		case "EXIF":
			b := block{kind: exif, at: at + 8, size: length}
			if begins(head[8:n], exifName) { // some writers put it there
				b.at, b.size = b.at+6, b.size-6
			}
			found = append(found, b)
		case "XMP ":
			found = append(found, block{kind: xmp, at: at + 8, size: length})
		case "ICCP":
			found = append(found, block{kind: icc, at: at + 8, size: length})
		}
		at += 8 + length + length&1
	}
	return found
}

// findTIFF looks among the tags of the first picture. Its other tags are not kept: many of
// them are about how the file is stored.
func findTIFF(r io.ReaderAt, size int64) (found []block) {
	t, err := readTags(r, size)
	if err != nil {
		return nil
	}
	for _, e := range t.entries {
		switch {
		case e.tag == 700 && (e.kind == 1 || e.kind == 7) && e.count > 4:
			found = append(found, block{kind: xmp, at: int64(e.value), size: int64(e.count)})
		case e.tag == 34675 && e.kind == 7 && e.count > 4:
			found = append(found, block{kind: icc, at: int64(e.value), size: int64(e.count)})
		}
	}
	return found
}

// load reads a block.
func (b block) load(r io.ReaderAt) ([]byte, error) {
	if b.size < 0 || b.size > maxBlock {
		return nil, errSegment
	}
	data := make([]byte, b.size)
	if _, err := r.ReadAt(data, b.at); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return data, nil
}
