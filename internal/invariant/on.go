//go:build invariants

package invariant

// Enabled says whether invariants are checked.
const Enabled = true

// Fail panics with the text, and prints it before: the panic may be recovered, or stop at
// a lock that its goroutine holds.
func Fail(text string) {
	println(text)
	panic(text)
}
