package cases

import "slices"

// All returns the cases in the order of the report.
func All() []Case {
	return slices.Concat([]Case{
		fibCase, treesumCase, treesumSmallCase, nqueensCase, utsCase, skynetCase, matmulCase,
		scalingCase,
		flatCase, externalCase, metgCase, metgForCase,
		livenessCase, nestedCase,
		forCase, skewedCase, mandelbrotCase, regionsCase, regionsBusyCase, lifeCase,
		sortCase, sumCase, scanCase, filterCase, findCase,
		wakeCase, idleCase, interferenceCase, gcCase, dequeCase,
		turfSleepCase, turfStackCase, turfSincCase,
	}, publicCases)
}
