// Package scope has the tests of scopes, on the public API: spawned tasks, limits, rounds,
// waiting and ends.
//
// It has no code of its own: nobody imports it. Helpers are in internal/behaviour/kit and
// internal/expect.
package scope
