package cases

// All returns the cases in the order of the report.
func All() []Case {
	return []Case{
		fibCase, treesumCase, treesumSmallCase,
		flatCase, livenessCase,
		forCase, skewedCase,
		sortCase,
	}
}
