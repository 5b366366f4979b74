package apart

// Mode says which forks become branches.
type Mode uint8

// The modes, as SKUA_RACE names them.
const (
	Sample Mode = iota // the first ones of each call site, then ever fewer: the default
	All                // each
	Off                // none: the scheduler as it is in other builds
)
