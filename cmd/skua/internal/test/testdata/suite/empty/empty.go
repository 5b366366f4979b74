// Package empty has no test files.
package empty

func One() int { return 1 }
