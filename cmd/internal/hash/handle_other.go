//go:build !unix

package hash

// Flags of open that only Unix has. Elsewhere a link that takes the place of an
// argument of the user, which was no link, is followed.
const (
	noFollow = 0
	noBlock  = 0
)

func openHandle(path string) (handle, error) { return openRootHandle(path) }
