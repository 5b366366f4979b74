package call

// Bit is 1 if b, else 0, without a branch.
//
// It is generic so that it is inlined wherever it is called. The generic functions of par are
// compiled in the package of the user, who imports par alone. There the compiler sees the
// body of a generic function of another package; that of another one only if par has
// inlined it itself (Go 1.26).
func Bit[B ~bool](b B) int {
	var n int
	if b {
		n = 1
	}
	return n
}
