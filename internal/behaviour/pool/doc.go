// Package pool has the tests of pools, on the public API: workers, guests, sleep, size, close,
// Blocking, the watchdog.
//
// It has no code of its own: nobody imports it. Helpers are in internal/behaviour/kit and
// internal/expect.
package pool
