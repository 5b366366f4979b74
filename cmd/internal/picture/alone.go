package picture

import (
	"bytes"
	"encoding/binary"
)

// alone returns a file as it is, but without what follows the picture in it: other files, a film of the
// moment, whatever somebody has hidden there; and without the frames that an animated PNG has beside the
// picture. A file whose structure cannot be followed stays as it is: the decoder has taken it.
func alone(f Format, data []byte) []byte {
	switch f {
	case JPEG:
		return aloneJPEG(data)
	case PNG:
		return alonePNG(data)
	}
	return data
}

// aloneJPEG ends a JPEG at its EOI. If something follows, the segment that says where other pictures are
// (MPF) is left out too.
func aloneJPEG(data []byte) []byte {
	const mpf = "MPF\x00"
	mpfFrom, mpfEnd := 0, 0
	for at := 2; at+2 <= len(data); {
		marker := data[at+1]
		switch {
		case data[at] != 0xff:
			return data
		case marker == 0xff: // a fill byte
			at++
			continue
		case marker == 0xd9:
			return joinJPEG(data, at+2, mpfFrom, mpfEnd)
		}
		if at+4 > len(data) {
			return data
		}
		end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
		if marker == 0xe2 && bytes.HasPrefix(data[min(at+4, len(data)):], []byte(mpf)) {
			mpfFrom, mpfEnd = at, min(end, len(data))
		}
		if at = end; marker == 0xda {
			at = scanEnd(data, at)
		}
	}
	return data
}

// scanEnd returns where the next marker is that ends a scan.
func scanEnd(data []byte, at int) int {
	for ; at+1 < len(data); at++ {
		next := data[at+1]
		if data[at] == 0xff && next != 0 && next != 0xff && (next < 0xd0 || next > 0xd7) {
			return at
		}
	}
	return len(data)
}

// joinJPEG returns data up to an end, without a segment if the end is before that of data.
func joinJPEG(data []byte, end, from, to int) []byte {
	if end == len(data) {
		return data
	}
	if to == 0 {
		return data[:end:end]
	}
	return append(append(make([]byte, 0, end), data[:from]...), data[to:end]...)
}

// alonePNG ends a PNG at IEND, and leaves out the chunks of an animation.
func alonePNG(data []byte) []byte {
	var drop [][2]int
	end := 8
	for name := ""; name != "IEND"; {
		if end+12 > len(data) {
			return data
		}
		length := int(binary.BigEndian.Uint32(data[end:]))
		name = string(data[end+4 : end+8])
		if length > len(data)-end-12 {
			return data
		}
		if name == "acTL" || name == "fcTL" || name == "fdAT" {
			drop = append(drop, [2]int{end, end + 12 + length})
		}
		end += 12 + length
	}
	if drop == nil {
		return data[:end:end]
	}
	out, from := make([]byte, 0, end), 0
	for _, d := range drop {
		out, from = append(out, data[from:d[0]]...), d[1]
	}
	return append(out, data[from:end]...)
}
