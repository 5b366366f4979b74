// Package outside has tests in a package of their own.
package outside

func Name() string { return "outside" }
