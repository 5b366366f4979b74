// Package vars shows the numbers of a pool in expvar, and so at /debug/vars of a program that
// serves http.DefaultServeMux. It is a package of its own since expvar brings net/http with it.
package vars
