// Package verify tests skua with libraries that its root must not require:
// goroutine leaks with goleak, and long random stress. Histories and properties
// of the deques follow with the deques. Nothing imports it.
package verify
