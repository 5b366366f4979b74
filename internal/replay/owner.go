package replay

import (
	"os"
	"strconv"
	"strings"
)

// A file that a variable names has one process that writes or reads it: not also those that the process
// starts, which inherit its environment.

// Variables are the environment of a process.
type Variables struct {
	Get func(name string) string
	Set func(name, value string) error
}

// Process has those of this process.
var Process = Variables{os.Getenv, os.Setenv}

// suffix is that of the variable which says who has taken a file: "PID FILE".
const suffix = "_OWNER"

// Take takes the file of a variable for this process, and notes that in the environment of those that this
// one starts. It returns the number of the process that has taken it, if that is another one.
func (e Variables) Take(variable, file string) (other string, err error) {
	own := strconv.Itoa(os.Getpid())
	if by, what, _ := strings.Cut(e.Get(variable+suffix), " "); what == file && by != own {
		return by, nil
	}
	return "", e.Set(variable+suffix, own+" "+file)
}
