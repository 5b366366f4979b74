package batch

import "errors"

// errNoMemory tells that the system does not say how much memory is free.
var errNoMemory = errors.New("this system does not tell how much memory is available: give a number of bytes")
