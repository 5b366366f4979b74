// Package scoretest checks, for tests, what a program of the scoreboard prints: scoretest.go.
package scoretest
