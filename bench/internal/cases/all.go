package cases

// All returns the cases in the order of the report.
func All() []Case {
	return []Case{
		fibCase, treesumCase, treesumSmallCase, nqueensCase, utsCase, skynetCase, matmulCase,
		flatCase, externalCase, metgCase, metgForCase,
		livenessCase, nestedCase,
		forCase, skewedCase, mandelbrotCase,
		sortCase,
		wakeCase, idleCase,
	}
}
