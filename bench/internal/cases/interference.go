package cases

var interferenceCase = Case{
	ID:       "interference",
	Question: "Other processes use half of the processors: how long does a loop of even work take? Who gave each worker its part beforehand waits for the one that was interrupted.",
	Unit:     "index",
	Hogs:     true,
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("n", 100_000, "steps", 500)}
		}
		return []Params{params("n", 20_000, "steps", 500)}
	},
	Want: func(p Params) string { return sumBelow(p.Int("n")) },
	Ways: func() []Way { return loopWays(nil, flatRun) },
}
