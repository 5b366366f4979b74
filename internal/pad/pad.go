package pad

// Line is two cache lines of 64 bytes: processors fetch lines in pairs, so
// words written by different workers stand at least this far apart.
type Line [128]byte
