package main

import "slices"

func serialBuild(p part) *node {
	if len(p.points) == 0 {
		return nil
	}
	slices.SortFunc(p.points, p.less)
	at, left, right := p.halves()
	return &node{at, serialBuild(left), serialBuild(right)}
}

// serialNearest looks at every point.
func serialNearest(ps []point, q point) point {
	best := ps[0]
	for _, p := range ps {
		if q.dist(p) < q.dist(best) {
			best = p
		}
	}
	return best
}
