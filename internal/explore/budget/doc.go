// Package budget runs a scenario in several modes within a bounded time, prints
// what was explored, and fails the test if a run failed. Scenario tests alone
// use it; SKUA_EXPLORE, as in 30s, sets the time that each mode gets.
package budget
