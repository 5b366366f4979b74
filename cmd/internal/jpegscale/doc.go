// Package jpegscale decodes JPEG files at a half, a quarter or an eighth of their size: of each block of 8x8
// samples only the lowest frequencies are transformed, to 4x4, 2x2 or one sample. It reads baseline and
// progressive files, grey and YCbCr; image/jpeg reads the rest, and whatever is broken in some way.
//
//	decode.go        what a caller asks for, and what it gets
//	header.go        segments: the frame, the tables
//	scan.go          the blocks of a scan; progressive.go: those of a progressive picture
//	huffman.go       codes; bits.go: the bits that they are made of
//	idct.go          the inverse transform at each size
package jpegscale
