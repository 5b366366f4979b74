// Package quiet looks into a pool from outside: whether all is as it must be when no call is inside, and
// what it is about while it works. For the explorer's scenarios and the random programs.
package quiet
