// Package jpegscale decodes JPEG files at their size, a half, a quarter or an eighth of it: of each block
// of 8x8 samples as many frequencies are transformed as samples are wanted. It reads baseline and
// progressive files, grey and YCbCr; image/jpeg reads the rest, and whatever is broken in some way.
//
//	decode.go        what a caller asks for, and what it gets
//	header.go        segments: the frame, the tables
//	scan.go          the blocks of a scan; progressive.go: those of a progressive picture
//	huffman.go       codes; bits.go: the bits that they are made of
//	idct.go          the inverse transform at each size; idct8.go: at the whole one
package jpegscale
