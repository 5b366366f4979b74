// Package failure has the tests of how tasks fail, on the public API: panics, Goexit, errors,
// cancellation.
//
// It has no code of its own: nobody imports it. Helpers are in internal/behaviour/kit and
// internal/expect.
package failure
