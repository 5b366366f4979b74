//go:build !unix

package process

func begin(s startable) (*child, error) { return start(s) }

func over(*child) {}

// Suspend does nothing: there is no Ctrl-Z.
func Suspend() (end func()) { return func() {} }
