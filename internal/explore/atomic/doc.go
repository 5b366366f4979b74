// Package atomic stands in for sync/atomic in code that the explorer checks: the
// same names and sizes, with a scheduling point before each operation. Outside
// an exploration it is sync/atomic. The overlay puts it in place; toys in tests
// import it themselves.
//
// atomic.go has Bool and Pointer, ints.go the integer types, funcs.go the
// functions on plain words.
package atomic
