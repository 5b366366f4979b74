package many

// costs are what accesses and wake-ups cost in a room, with the name that they have in the column "costs".
type costs struct {
	name  string
	flags []string
}

const standard = "standard" // the room's own costs

var usual = costs{name: standard}

// others have one cost changed each. The share of transfers after which a processor keeps a line
// (holdodds) is the room's own guess, so both its ends are there.
var others = []costs{
	{"move=35", []string{"-costs", "move=35"}},
	{"move=140", []string{"-costs", "move=140"}},
	{"holdodds=0", []string{"-costs", "holdodds=0"}},
	{"holdodds=100", []string{"-costs", "holdodds=100"}},
	{"wake=60000", []string{"-costs", "wake=60000"}},
	{"chain=1", []string{"-costs", "chain=1"}},
	{"socket 16", []string{"-socket", "16"}},
}

// A combination is a number of processors with costs.
type combination struct {
	processors int
	costs      costs
}

// combinations are all numbers with the usual costs, and those of other with each of the others.
func combinations(processors, other []int) (list []combination) {
	for _, n := range processors {
		list = append(list, combination{n, usual})
	}
	for _, c := range others {
		for _, n := range other {
			list = append(list, combination{n, c})
		}
	}
	return list
}
