package wire

import "github.com/fxamacker/cbor/v2"

var (
	encoder = must(cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}.EncMode())
	decoder = must(cbor.DecOptions{
		UTF8:             cbor.UTF8DecodeInvalid,
		TextUnmarshaler:  cbor.TextUnmarshalerTextString,
		MaxArrayElements: 64 << 20, // words of a command, of which the frame bounds the bytes
	}.DecMode())
)

func must[T any](mode T, err error) T {
	if err != nil {
		panic("wire: " + err.Error()) // the options above contradict each other
	}
	return mode
}

// Marshal writes a value of plain data. Fields have the names of their json tags.
func Marshal(v any) []byte {
	b, err := encoder.Marshal(v)
	if err != nil {
		panic("wire: " + err.Error()) // it is no plain data
	}
	return b
}

// Unmarshal reads what Marshal has written, by whomever.
func Unmarshal(b []byte, into any) error { return decoder.Unmarshal(b, into) }
