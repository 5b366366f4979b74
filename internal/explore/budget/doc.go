// Package budget runs a scenario in several modes, each for a bounded number of steps, prints
// what was explored, and fails the test if a run failed. Scenario tests alone
// use it; SKUA_EXPLORE, as in 10000000, sets the number of steps that each mode gets, and
// SKUA_CHAOS, as in 4, lets it run freely instead, for so many rounds, where one access in 4 yields.
package budget
