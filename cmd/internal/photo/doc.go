// Package photo makes artificial photographs: test data for skua images, and for
// comparisons with other programs. It also makes files that no program
// should take for photographs. Nothing of the skua tool imports it.
//
//	plan.go      which files a set has: each is a function of the seed and its number
//	scene.go     what a photograph shows: gradients, 1/f noise, things with edges, signs
//	noise.go     noise of all scales at once
//	thing.go     ellipses and bars with a texture
//	sign.go      small dark marks on a bright ground, as text has
//	encode.go    a file's bytes, in each format
//	exif.go      the orientation in a JPEG file
//	webp.go      WebP without compression: the libraries at hand only read WebP
//	write.go     a set of files in a directory, with all processors
//	broken.go    a directory of broken, mislabelled and oddly named files
//	damage.go    what is wrong with the broken ones
//	cmyk.go      a JPEG file with four colours
//	fifo_*.go    a pipe with a name, where the system has those
//	make         the command
//
// The pictures are not natural, but what costs time is: a JPEG file takes 0.2 to 0.6 bytes
// a pixel as those of cameras do, because each scale has the same contrast, and the finest
// has the noise of a sensor.
package photo
