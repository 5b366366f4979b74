package picture

import (
	"fmt"
	"io"
	"slices"
)

// The decoder of x/image passes over tags that it does not know, and makes noise of what they mean. So
// each tag of TIFF 6 and its supplements that changes what samples mean stands here with the values that
// are read. What other tags say is honoured by the decoder or refused by it (BitsPerSample, Photometric,
// Compression, ColorMap, ExtraSamples, SampleFormat), is honoured by this package (Orientation), or is
// about how a picture is shown or printed, which no reader of pictures for screens honours
// (TransferFunction, WhitePoint, GrayResponse, Halftone).
var sampleTags = map[uint16]struct {
	name string
	read func(v int64, t *tiffTags) bool
}{
	266:   {"FillOrder", func(v int64, t *tiffTags) bool { return v == 1 || t.isFax() }},
	277:   {"SamplesPerPixel", func(v int64, t *tiffTags) bool { return v == t.channels }},
	284:   {"PlanarConfiguration", func(v int64, t *tiffTags) bool { return v == 1 || t.channels == 1 }},
	292:   {"T4Options", func(v int64, t *tiffTags) bool { return v&3 == 0 || !t.isFax() }}, // 1: two dimensions, 2: uncompressed
	293:   {"T6Options", func(v int64, t *tiffTags) bool { return v&2 == 0 || !t.isFax() }},
	317:   {"Predictor", func(v int64, t *tiffTags) bool { return v == 1 || v == 2 && t.predicts() }},
	346:   {"Indexed", func(v int64, t *tiffTags) bool { return v == 0 || t.photometric == 3 }},
	433:   {"Decode", func(int64, *tiffTags) bool { return false }},
	32997: {"ImageDepth", isOne},
	32998: {"TileDepth", isOne},
}

func isOne(v int64, _ *tiffTags) bool { return v == 1 }

// tiffTags are what the meaning of sampleTags depends on.
type tiffTags struct{ channels, compression, photometric int64 }

func (t *tiffTags) isFax() bool    { return t.compression == 3 || t.compression == 4 }
func (t *tiffTags) predicts() bool { return slices.Contains([]int64{5, 8, 32946}, t.compression) } // LZW, Deflate

// first returns the first value of an entry of short or long integers, however it is stored.
func (t tags) first(r io.ReaderAt, e tag) int64 {
	var raw [4]byte
	at, size := e.at, map[uint16]int64{1: 1, 3: 2, 4: 4}[e.kind]
	if size*int64(e.count) > 4 {
		at = int64(e.value)
	}
	if n, _ := r.ReadAt(raw[:size], at); int64(n) < size {
		return 0
	}
	switch size {
	case 1:
		return int64(raw[0])
	case 2:
		return int64(t.order.Uint16(raw[:]))
	case 4:
		return int64(t.order.Uint32(raw[:]))
	}
	return 0
}

// checkTIFF refuses a TIFF whose samples do not mean what the decoder takes them for.
func checkTIFF(r io.ReaderAt, size int64) error {
	t, err := readTags(r, size)
	if err != nil {
		return fmt.Errorf("picture: this TIFF has a directory that cannot be read: %w", err)
	}
	means := tiffTags{channels: 1}
	for _, e := range t.entries {
		switch e.tag {
		case 258:
			means.channels = int64(e.count)
		case 259:
			means.compression = t.first(r, e)
		case 262:
			means.photometric = t.first(r, e)
		}
	}
	for _, e := range t.entries {
		if about, ok := sampleTags[e.tag]; ok && !about.read(t.first(r, e), &means) {
			return fmt.Errorf("picture: this TIFF has %s %d, which is not read", about.name, t.first(r, e))
		}
	}
	return nil
}
