package pad

import "math"

// Line is two cache lines of 64 bytes: processors fetch lines in pairs, so
// words written by different workers stand at least this far apart.
type Line [128]byte

// Narrow makes up for fields of a struct that keep other fields apart, and are half as
// long on 32 bits: it is a cache line of 64 bytes there and empty elsewhere.
type Narrow [64 * (1 - math.MaxInt>>62)]byte
