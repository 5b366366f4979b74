// Package budget runs a scenario in several modes within a bounded time, prints
// what was explored, and fails the test if a run failed. Scenario tests alone
// use it; SKUA_EXPLORE, as in 30s, sets the time that each mode gets, and
// SKUA_CHAOS, as in 4, lets it run freely instead, where one access in 4 yields.
package budget
