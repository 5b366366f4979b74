package pad

import "math"

// Line is two cache lines of 64 bytes: processors fetch lines in pairs, so
// words written by different workers stand at least this far apart.
type Line [128]byte

// Narrow stands in a struct beside pointers and ints that keep other fields apart: on
// 32 bits these are half as long, so there it is a cache line of 64 bytes. Elsewhere it
// is empty.
type Narrow [64 * (1 - math.MaxInt>>62)]byte
