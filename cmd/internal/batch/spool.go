package batch

import "os"

// Streams are the standard output and the standard error of an item.
type Streams struct {
	Out, Err Spool
}

// A Spool keeps what an item prints until it is its turn to be shown: in memory, and
// above a bound in an unnamed temporary file; or from the beginning in such a file, which a
// process can write to by itself. One writer; Read* may run concurrently with it.
type Spool struct {
	file *os.File
}
