// Package race has the tests of race builds (internal/apart): programs with a race that one run on one
// processor must report, and their twins without one, which must not be reported.
//
// It has no code of its own: nobody imports it. Its tests run in race builds only.
package race
