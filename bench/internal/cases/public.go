package cases

import "slices"

// The sizes at which public comparisons of C++ runtimes measure: so that these rows
// can stand beside theirs. Rivals from Go would take minutes, and so would
// OpenMP, which runs what they run elsewhere.

var publicCases = []Case{
	public(fibCase, params("n", 39)),
	public(skynetCase, params("k", 8)),
	public(nqueensCase, params("n", 14)),
	public(matmulCase, params("n", 2048)),
	public(treesumCase, params("nodes", 1<<26-1)),
}

// public is c at the public size, with the serial twin, skua and native programs.
func public(c Case, p Params) Case {
	id := c.ID
	c.ID, c.FullOnly = "public-"+id, true
	c.Question = "At the size of public comparisons. " + c.Question
	c.Rows = func(bool) []Params { return []Params{p} }
	ways := c.Ways
	c.Ways = func() []Way {
		all := slices.DeleteFunc(ways(), func(w Way) bool { return w.Needs != "" })
		for i, w := range all {
			if w.Native != "" && w.Case == "" {
				all[i].Case = id
				all[i].Slow = w.Native == "openmp"
			}
		}
		return all
	}
	return c
}
