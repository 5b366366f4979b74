//go:build !linux && !darwin && !freebsd

package server

// room knows nothing here.
func room(string) int64 { return 0 }
