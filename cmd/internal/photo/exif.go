package photo

import "encoding/binary"

// withEXIF puts an EXIF segment with an orientation behind the first two bytes of a JPEG
// file. Cameras use either order of bytes.
func withEXIF(jpeg []byte, orientation int, order binary.AppendByteOrder) []byte {
	tiff := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		tiff = []byte("MM\x00*")
	}
	const short, ascii = 3, 2
	maker := "Nobody\x00"
	tiff = order.AppendUint32(tiff, 8) // where the directory is
	tiff = order.AppendUint16(tiff, 2) // entries
	tiff = order.AppendUint16(tiff, 0x010F)
	tiff = order.AppendUint16(tiff, ascii)
	tiff = order.AppendUint32(tiff, uint32(len(maker)))
	tiff = order.AppendUint32(tiff, 38)
	tiff = order.AppendUint16(tiff, 0x0112)
	tiff = order.AppendUint16(tiff, short)
	tiff = order.AppendUint32(tiff, 1)
	tiff = order.AppendUint16(tiff, uint16(orientation))
	tiff = order.AppendUint16(tiff, 0)
	tiff = order.AppendUint32(tiff, 0) // no other directory
	tiff = append(tiff, maker...)
	return withSegment(jpeg, 0xE1, append([]byte("Exif\x00\x00"), tiff...))
}

// withSegment puts a segment behind the first two bytes of a JPEG file.
func withSegment(jpeg []byte, marker byte, data []byte) []byte {
	out := append(make([]byte, 0, len(jpeg)+len(data)+4), jpeg[:2]...)
	out = append(out, 0xFF, marker)
	out = binary.BigEndian.AppendUint16(out, uint16(len(data)+2))
	return append(append(out, data...), jpeg[2:]...)
}
