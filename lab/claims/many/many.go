package many

import "github.com/skua-go/skua/lab"

// Many runs programs on virtual processors and compares their speed-ups with the number of processors.
var Many = lab.Experiment{
	ID:     "many",
	Source: "[BL99] Section 6, the bound on the expected time",
	Claim: "On P processors a computation with work T₁ and span T∞ takes an expected time of T₁/P + O(T∞), so its speed-up " +
		"is nearly P while P is far below T₁/T∞.",
	How: "The scheduler's own code runs programs in the virtual machine room, on up to 1,024 virtual processors whose accesses to " +
		"shared memory, sleeps and wake-ups cost virtual time; some of them also with other costs. The speed-up is the program's own " +
		"work by the virtual time that it takes.",
	Confirms: "tree, weak-tree and for, which have far more work than span, have a speed-up of at least 0.8 P for every number P of " +
		"processors up to 64 (16 in a quick run); those of weak-tree and for, whose work grows with P, never fall when P doubles, up to " +
		"256; and with each of the other costs tree still has 0.5 P.",
	Refutes: "With the standard costs one of the three has less than 0.5 P at 64 processors (16 in a quick run), or weak-tree or for " +
		"becomes slower by its work when P doubles, up to 256.",
	Params: []lab.Param{
		{Name: "processors", Doc: "virtual processors, and workers",
			Quick: []int{1, 2, 4, 8, 16}, Full: []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}},
		{Name: "other", Doc: "virtual processors for the runs with other costs", Quick: []int{16}, Full: []int{64}},
		{Name: "size", Doc: "work of each program, in percent of that of the room's own parameters", Quick: []int{25}, Full: []int{100}},
		{Name: "repeat", Doc: "runs in one pool, of which the last one counts", Quick: []int{2}, Full: []int{2}},
	},
	Kinds: lab.Kinds{Columns: []string{"program"}, Judged: ample,
		Alike: [][]string{{"weak-tree", "for"}},
		Shown: []string{"uts", "regions", "sort", "worker-one", "worker-all", "scope-one",
			"scope-all", "owner", "ramp", "deque-chaselev", "deque-abp", "deque-split", "deque-split-half", "deque-stealhalf", "deque-locked"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "processors", Is: lab.Size}, {Column: "speedup", Maybe: true, Some: true, AtMost: "processors"},
		},
		Key: []string{"costs", "program", "processors"},
	},
	Run:   run,
	Judge: judge,
	Plot:  plot,
}
