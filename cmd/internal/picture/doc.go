// Package picture reads, resizes and writes images.
//
//	geometry.go  ImageMagick's words for a size: 800x600, 800x, 50%, with ! > < ^
//	format.go    which formats are read and written, by content and not by name
//	header.go    size, memory and orientation, without decoding
//	decode.go    pixels, upright; refuses what is larger than allowed
//	resize.go    many sizes from one decode
//	encode.go    JPEG and PNG, with the metadata that is kept
//	metadata.go  the EXIF, ICC and XMP of a file
//	job.go       one input file to some output files: what skua images does for each item
package picture
