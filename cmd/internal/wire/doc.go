// Package wire is how messages between machines are written: in CBOR, whose strings, as they are written
// here, hold every byte. NOT: JSON. Its strings are UTF-8, and encoding/json puts U+FFFD where a name has
// other bytes, so two names become one and results are lost. Packages remote and nodes import it.
//
//	wire.go  Marshal and Unmarshal
package wire
