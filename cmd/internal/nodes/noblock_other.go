//go:build !unix

package nodes

// noBlock is nothing where directories hold no named pipes.
const noBlock = 0
