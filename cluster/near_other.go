//go:build !linux

package cluster

// holdNear does nothing: package shm says that it is not supported here.
func holdNear(string) (release func(), err error) { return func() {}, nil }
