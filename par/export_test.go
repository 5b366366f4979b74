package par

// SetSequential sets what SKUA_SEQUENTIAL=1 would and returns a function that
// takes it back.
func SetSequential(on bool) (restore func()) {
	old := everSequential
	everSequential = on
	return func() { everSequential = old }
}
