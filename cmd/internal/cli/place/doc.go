// Package place says which cluster a command works with, and with which credentials. The commands
// import it.
//
// place.go has the flags and a client, host.go the flags and the host of a batch.
package place
