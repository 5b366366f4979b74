// Package fork has the tests of forks and joins, on the public API: the same answers whatever
// the policies, where a fork may stand, what it costs, what it keeps alive, and the contract
// with the compiler.
//
// It has no code of its own: nobody imports it. Helpers are in internal/behaviour/kit and
// internal/expect.
package fork
