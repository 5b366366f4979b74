package testgroups

// Variable in the environment of go test has the address of skua test, a Unix socket. Test binaries
// do not see it.
const Variable = "SKUA_TEST_DESK"

// A Request is the first message to skua test. Dir is the directory of the package.
type Request struct {
	Dir string `json:"dir"`
}

// A Plan is the answer to a Request.
type Plan struct {
	Timeout string             `json:"timeout,omitempty"` // in place of that in the arguments, if not ""
	Groups  bool               `json:"groups"`            // the package may run in groups
	Seconds float64            `json:"seconds"`           // that the package took, 0 if unknown
	Tests   map[string]float64 `json:"tests,omitempty"`   // seconds of each test; none: to be listed
	Grain   float64            `json:"grain"`             // seconds that a group should take, more than 0
	Most    int                `json:"most"`              // groups at most
}

// News is a later message to skua test. Waiting is how many groups have not begun, Ended how many
// processes have ended that a Grant allowed.
type News struct {
	Waiting int     `json:"waiting"`
	Ended   int     `json:"ended,omitempty"`
	Report  *Report `json:"report,omitempty"`
}

// A Grant allows one more process, for one group.
type Grant struct{}

// A Report says how the groups of a package went.
type Report struct {
	Seconds float64            `json:"seconds"`         // of all groups together
	Tests   map[string]float64 `json:"tests,omitempty"` // estimates; none: to be listed the next time
	Failed  []string           `json:"failed,omitempty"`
	Clash   bool               `json:"clash,omitempty"` // a group failed, and the package passed whole
}
