// Package loop has the tests of skua.Loop, on the public API.
//
// It has no code of its own: nobody imports it. Helpers are in internal/behaviour/kit and
// internal/expect.
package loop
