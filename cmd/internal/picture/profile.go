package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"strings"
)

// unpack returns the profile of an iCCP chunk: a name, 0, 0, zlib data. nil if it is broken.
func unpack(chunk []byte) []byte {
	i := bytes.IndexByte(chunk, 0)
	if i < 0 || i+2 > len(chunk) {
		return nil
	}
	z, err := zlib.NewReader(bytes.NewReader(chunk[i+2:]))
	if err != nil {
		return nil
	}
	profile, err := io.ReadAll(io.LimitReader(z, maxProfile+1))
	if err != nil || len(profile) > maxProfile {
		return nil
	}
	return profile
}

// maxProfile is arbitrary; the largest profiles in use, of presses, have about 3 MB.
const maxProfile = 4 << 20

// checkProfile drops a colour profile that is not for the pixels that are written, and says
// so; and so it does when a profile is stripped whose colours are not those of sRGB.
func (m *metadata) checkProfile(l layer, strip bool) {
	if len(m.icc) == 0 {
		return
	}
	if len(m.icc) < 132 || string(m.icc[36:40]) != "acsp" {
		m.icc = nil
		m.note("the colour profile is broken and left out")
		return
	}
	want := "RGB "
	if l == gray {
		want = "GRAY"
	}
	name := profileName(m.icc)
	if kind := string(m.icc[16:20]); kind != want {
		m.icc = nil
		m.note("the colour profile %q is left out: it is for %s; colours may look different", name, strings.TrimSpace(kind))
		return
	}
	if strip && !strings.Contains(name, "sRGB") {
		m.note("the colour profile %q is stripped; colours may look different", name)
	}
}

// profileName returns what a profile calls itself, as far as it is in ASCII.
func profileName(icc []byte) string {
	n := binary.BigEndian.Uint32(icc[128:])
	for i := 132; i+12 <= len(icc) && n > 0; i, n = i+12, n-1 {
		if string(icc[i:i+4]) != "desc" {
			continue
		}
		at, size := int(binary.BigEndian.Uint32(icc[i+4:])), int(binary.BigEndian.Uint32(icc[i+8:]))
		if at < 0 || size < 12 || at > len(icc)-size {
			break
		}
		text := icc[at+12 : at+size] // after the type and a length
		return strings.Map(func(r rune) rune {
			if r < ' ' || r > '~' {
				return -1
			}
			return r
		}, string(text[min(len(text), descSkip(icc[at:])):min(len(text), 256)]))
	}
	return "without a name"
}

// descSkip is how far the text of a name lies behind its first 12 bytes: in version 4 there is
// a table of languages first.
func descSkip(tag []byte) int {
	if string(tag[:4]) == "mluc" {
		return 16
	}
	return 0
}
