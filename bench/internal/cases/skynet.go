package cases

var skynetCase = Case{
	ID:       "skynet",
	Question: "A tree of tasks with ten children each, down to 10^k leaves: wide forks with nothing in them. Time for a task. All have nine tasks for ten children, but for rayon's iterator, which forks about three times for them.",
	Unit:     "task",
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("k", 7)}
		}
		return []Params{params("k", 5)}
	},
	Slow: func(p Params) Params { return p.With("k", max(p.Int("k")-1, 1)) },
	Want: func(p Params) string { return sumBelow(tenTo(p.Int("k"))) },
	Ways: func() []Way {
		ops := func(p Params) int { return tenTo(p.Int("k")) - 1 }
		return together(workloadWays("skynet", ops),
			[]Way{{Name: "rayon iterator", Native: "rayon", Case: "skynet-iterator"}},
			native("rayon", "tbb", "openmp", "java"),
			spare("rayon-now"),
			slow(rivals(nested, func(tasks func(int, func(int)), p Params, _ int) *Run {
				leaves, answer := tenTo(p.Int("k")), 0
				sum := skynetBy(tasks)
				return &Run{Ops: ops(p), Once: func() { answer = sum(0, leaves) }, Answer: number(&answer)}
			})))
	},
}

// skynetBy sums the numbers of the leaves [first, first+leaves).
func skynetBy(tasks func(n int, task func(i int))) func(first, leaves int) int {
	var sum func(first, leaves int) int
	sum = func(first, leaves int) int {
		if leaves == 1 {
			return first
		}
		var parts [10]int
		tasks(10, func(i int) { parts[i] = sum(first+i*leaves/10, leaves/10) })
		total := 0
		for _, p := range parts {
			total += p
		}
		return total
	}
	return sum
}

func tenTo(k int) int {
	n := 1
	for range k {
		n *= 10
	}
	return n
}
