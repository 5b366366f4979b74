//go:build !unix

package process

func ran(*child) (over func()) { return func() {} }

// Suspend does nothing: there is no Ctrl-Z.
func Suspend() (end func()) { return func() {} }
