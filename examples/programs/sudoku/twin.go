package main

// serial returns the first solution in the order of the moves.
func serial(g grid) (grid, error) {
	next, done := g.moves()
	if done {
		return g, nil
	}
	for _, n := range next {
		if s, err := serial(n); err == nil {
			return s, nil
		}
	}
	return grid{}, errNone
}
