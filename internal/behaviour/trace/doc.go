// Package trace has the tests of recordings, on the public API: what reports say of real programs,
// recordings that begin and end while calls are inside, the file that the environment asks for.
//
// It has no code of its own: nobody imports it. Helpers are in internal/behaviour/kit and
// internal/expect.
package trace
