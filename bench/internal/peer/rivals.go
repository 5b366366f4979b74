package peer

import "slices"

// rivals are the libraries with a file of their own.
var rivals = slices.Concat(
	ponds,
	[]Peer{gammaPool, gopools, tunnies, taskflows, pargos},
	goParallels,
	[]Peer{los, rills, flowmatics},
)
