// Package suite says what a benchmark of the suite is: how its input is made, an algorithm
// over forkjoin, a serial twin, and a check of the answer.
//
//	suite.go  Problem and Instance
//	sent.go   problems for a program in another language
package suite
