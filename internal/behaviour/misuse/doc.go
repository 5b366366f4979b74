// Package misuse has the tests of what a program must not do, on the public API: bad options,
// nil arguments, misused frames.
//
// It has no code of its own: nobody imports it. Helpers are in internal/behaviour/kit and
// internal/expect.
package misuse
