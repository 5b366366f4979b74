package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// metadata is what of a file's metadata is written to the outputs.
type metadata struct {
	exif, xmp, icc []byte
	iptc, comment  []byte
	space          [][]byte // chunks of a PNG
	notes          []string
}

func (m *metadata) note(format string, a ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, a...))
}

// readMetadata reads what outputs of format f and the given layer keep of data. turned says
// that the pixels are made upright, so EXIF must say so too.
func (s *Spec) readMetadata(h Header, data []byte, f Format, l layer, turned bool) *metadata {
	m := &metadata{}
	r := bytes.NewReader(data)
	for _, b := range find(h.Format, r, int64(len(data))) {
		content, err := b.load(r)
		if err != nil {
			continue // it is said by the decoder, or too large to be true
		}
		m.take(b, content, h.Format == f)
	}
	m.checkProfile(l, s.Strip)
	if s.Strip {
		return &metadata{notes: m.notes}
	}
	if at, order := place(m.exif); turned && at > 0 {
		order.PutUint16(m.exif[at:], uint16(upright))
	}
	if f == JPEG {
		m.fit()
	}
	return m
}

func (m *metadata) take(b block, content []byte, same bool) {
	switch b.kind {
	case exif:
		m.exif = content
	case xmp:
		m.xmp = content
	case icc:
		if b.packed {
			content = unpack(content)
		}
		m.icc = append(m.icc, content...) // parts follow each other
	case iptc:
		m.iptc = content
	case comment:
		m.comment = content
	case space:
		if same {
			m.space = append(m.space, content)
		}
	}
}

// place returns where EXIF's orientation is.
func place(exif []byte) (int64, binary.ByteOrder) {
	_, at, order := orientationOf(bytes.NewReader(exif), int64(len(exif)))
	return at, order
}

// fit drops what the segments of a JPEG cannot hold.
func (m *metadata) fit() {
	drop := func(b *[]byte, name, what string) {
		if len(*b)+len(name) > maxSegment {
			*b = nil
			m.note("the %s is left out: it is too long for a JPEG", what)
		}
	}
	drop(&m.exif, exifName, "EXIF")
	drop(&m.xmp, xmpName, "XMP")
	drop(&m.iptc, iptcName, "IPTC")
	drop(&m.comment, "", "comment")
}

const maxSegment = 65533

// parts returns the metadata as parts of a file of format f.
func (m *metadata) parts(f Format) [][]byte {
	if f == JPEG {
		return m.segments()
	}
	return m.chunks()
}

// segments returns the metadata as segments of a JPEG.
func (m *metadata) segments() (all [][]byte) {
	add := func(marker byte, name string, content []byte) {
		if content == nil {
			return
		}
		n := 2 + len(name) + len(content)
		head := append([]byte{0xff, marker, byte(n >> 8), byte(n)}, name...)
		all = append(all, head, content)
	}
	add(0xe1, exifName, m.exif)
	add(0xe1, xmpName, m.xmp)
	const most = maxSegment - len(iccName) - 2
	parts := (len(m.icc) + most - 1) / most
	for i := range parts {
		part := m.icc[i*most : min((i+1)*most, len(m.icc))]
		add(0xe2, iccName+string([]byte{byte(i + 1), byte(parts)}), part)
	}
	add(0xed, iptcName, m.iptc)
	add(0xfe, "", m.comment)
	return all
}

// chunks returns the metadata as chunks of a PNG. Photoshop's resources and comments of a JPEG
// have none.
func (m *metadata) chunks() (all [][]byte) {
	add := func(name string, content ...[]byte) {
		chunk := append(make([]byte, 4, 64), name...)
		for _, c := range content {
			chunk = append(chunk, c...)
		}
		binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-8))
		all = append(all, binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:])))
	}
	if m.icc != nil {
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		_, _ = z.Write(m.icc) // a Buffer does not fail
		_ = z.Close()
		add("iCCP", []byte("ICC\x00\x00"), packed.Bytes())
	}
	for _, s := range m.space {
		if m.icc == nil || string(s[:4]) == "pHYs" { // a profile overrides the other colour chunks
			add(string(s[:4]), s[4:])
		}
	}
	if m.exif != nil {
		add("eXIf", m.exif)
	}
	if m.xmp != nil {
		add("iTXt", []byte("XML:com.adobe.xmp\x00\x00\x00\x00\x00"), m.xmp)
	}
	return all
}
