//go:build !unix

package hash

// Flags of open that only Unix has: elsewhere a link that replaces a file after
// its directory was listed is followed.
const (
	noFollow = 0
	noBlock  = 0
)
