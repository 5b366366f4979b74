package picture

import (
	"bytes"
	"fmt"
	"strings"
)

// A Format is a file format of pictures, by its usual name in lower case.
type Format string

// The formats that are read. JPEG and PNG are written too. Of an animation the first frame
// is read. SameFormat in a Spec is JPEG for JPEG and PNG for PNG; of the other formats, PNG for
// what may be transparent (GIF, lossless WebP, any with an alpha channel), JPEG for the rest.
const (
	SameFormat Format = ""
	JPEG       Format = "jpeg"
	PNG        Format = "png"
	GIF        Format = "gif"
	WebP       Format = "webp"
	BMP        Format = "bmp"
	TIFF       Format = "tiff"
)

// ParseFormat reads the name of a format to write: jpeg or jpg, png.
func ParseFormat(s string) (Format, error) {
	switch strings.ToLower(s) {
	case "jpeg", "jpg":
		return JPEG, nil
	case "png":
		return PNG, nil
	}
	return "", fmt.Errorf("picture: cannot write %q; allowed are jpeg and png", s)
}

// Ext returns the usual ending of a file's name, with its dot: ".jpg" for JPEG.
func (f Format) Ext() string {
	switch f {
	case SameFormat:
		return ""
	case JPEG:
		return ".jpg"
	}
	return "." + string(f)
}

// Name returns the format's name as it is written in messages: "JPEG".
func (f Format) Name() string {
	if f == WebP {
		return "WebP"
	}
	return strings.ToUpper(string(f))
}

// OfName returns the format that the ending of a file's name promises, SameFormat if none.
// It is for finding pictures in a folder: what a file is, its content says.
func OfName(name string) Format {
	switch strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]) {
	case "jpg", "jpeg", "jpe", "jfif":
		return JPEG
	case "png":
		return PNG
	case "gif":
		return GIF
	case "webp":
		return WebP
	case "bmp", "dib":
		return BMP
	case "tif", "tiff":
		return TIFF
	}
	return SameFormat
}

// magic is how files begin, by format; ? is any byte.
var magic = []struct {
	start  string
	format Format
	found  string // what it is, if it is not read
}{
	{"\xff\xd8\xff", JPEG, ""},
	{"\x89PNG\r\n\x1a\n", PNG, ""},
	{"GIF87a", GIF, ""},
	{"GIF89a", GIF, ""},
	{"RIFF????WEBPVP8", WebP, ""},
	{"BM????\x00\x00\x00\x00", BMP, ""},
	{"II*\x00", TIFF, ""},
	{"MM\x00*", TIFF, ""},
	{"II+\x00", "", "a BigTIFF"},
	{"MM\x00+", "", "a BigTIFF"},
	{"????ftypavif", "", "an AVIF picture"},
	{"????ftypavis", "", "an AVIF animation"},
	{"????ftyphei", "", "an HEIC picture"},
	{"????ftypmif1", "", "an HEIF picture"},
	{"????ftypcrx", "", "a raw photograph (CR3)"},
	{"????ftyp", "", "a film (MP4 or its like)"},
	{"\x00\x00\x00\x0cJXL ", "", "a JPEG XL picture"},
	{"\xff\x0a", "", "a JPEG XL picture"},
	{"\x00\x00\x00\x0cjP  ", "", "a JPEG 2000 picture"},
	{"RIFF????AVI ", "", "a film (AVI)"},
	{"\x1aE\xdf\xa3", "", "a film (Matroska)"},
	{"8BPS", "", "a Photoshop document"},
	{"\x00\x00\x01\x00", "", "an icon (ICO)"},
	{"%PDF", "", "a PDF document"},
	{"%!PS", "", "a PostScript document"},
	{"P1", "", "a PBM picture"},
	{"P2", "", "a PGM picture"},
	{"P3", "", "a PPM picture"},
	{"P4", "", "a PBM picture"},
	{"P5", "", "a PGM picture"},
	{"P6", "", "a PPM picture"},
	{"gimp xcf", "", "a GIMP document"},
	{"<svg", "", "an SVG drawing"},
	{"<?xml", "", "an XML document (SVG?)"},
	{"<!DOCTYPE", "", "a web page"},
	{"<!doctype", "", "a web page"},
	{"<html", "", "a web page"},
	{"PK\x03\x04", "", "a ZIP archive"},
	{"\x1f\x8b", "", "a gzip file"},
	{"\x7fELF", "", "a program"},
	{"#!", "", "a script"},
}

const supported = "read are JPEG, PNG, GIF, WebP, BMP and TIFF"

// sniff returns the format of a file by its first bytes. The error says what it is instead.
func sniff(head []byte) (Format, error) {
	if len(head) == 0 {
		return "", fmt.Errorf("picture: the file is empty")
	}
	for _, m := range magic {
		if !begins(head, m.start) {
			continue
		}
		if m.found != "" {
			return "", fmt.Errorf("picture: this is %s; %s", m.found, supported)
		}
		return m.format, nil
	}
	what := "an unknown format"
	if bytes.IndexByte(head[:min(len(head), 512)], 0) < 0 && printable(head[:min(len(head), 64)]) {
		what = "text"
	}
	return "", fmt.Errorf("picture: this is %s, beginning with %q; %s", what, head[:min(len(head), 12)], supported)
}

func begins(head []byte, start string) bool {
	if len(head) < len(start) {
		return false
	}
	for i := range len(start) {
		if start[i] != '?' && start[i] != head[i] {
			return false
		}
	}
	return true
}

func printable(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
