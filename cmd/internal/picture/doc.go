// Package picture reads, resizes and writes images. It is pure: bytes in, bytes out, for the
// commands of the tool alone.
//
//	geometry.go     ImageMagick's words for a size: 800x600, 800x, 50%, with ! > < ^ @
//	format.go       which formats are read and written, by content and not by name
//	spec.go         what to make of a picture
//	header.go       format, size and orientation, without decoding
//	layout.go       what else of a file tells how much memory it takes
//	plan.go         the outputs, before they are made
//	memory.go       a bound of what is allocated; memory_decode.go: by the decoders
//	job.go          one input to some outputs: what skua images does for each item
//	decode.go       pixels, of a JPEG also smaller; refuses what is larger than it can be
//	bmp.go          runs and headers of OS/2 in a BMP
//	webp.go         the range of a lossy WebP's samples; the first frame of an animated one
//	tifftags.go     what the tags of a TIFF say of its samples, and which of it is not read
//	source.go       a decoded picture as channels, whose rows are converted when asked for
//	shrink.go       at which scale a JPEG is decoded; halves of channels, that all sizes share
//	resize.go       resampling; filter.go: its weights
//	turn.go         planes made upright; orientation.go: what EXIF says of it
//	assemble.go     planes as a picture that an encoder takes
//	encode.go       JPEG and PNG
//	metadata.go     where the EXIF, ICC and XMP of a file are
//	embed.go        what of it is kept; profile.go: colour profiles; thumbnail.go: EXIF of other pixels
//	alone.go        a file whose pixels stay, without what follows them
//
// Why it is so, and how fast: docs/decisions/0018-images.md.
package picture
