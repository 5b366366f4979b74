// Package geometry has the benchmarks of the suite on points.
//
//	convexhull.go    convexHull: quickhull
//	checkhull.go     whether points are a convex hull
//	tree.go          boxes of points that are near each other, by their Morton codes
//	neighbours.go    nearestNeighbors: the k nearest points of each
//	rangequery.go    rangeQuery2d: how many points are in each of many rectangles
//	sweep.go         the same, serially, by a plane sweep
//	nbody.go         nBody: the force of all points on each
//	delaunay.go      delaunayTriangulation: divide and conquer
//	checkdelaunay.go whether triangles are Delaunay's
//	subdivision.go   edges around vertices and faces
//	predicates.go    on which side of a line or a circle a point is, exactly
package geometry

import "github.com/skua-go/skua/bench/pbbs/internal/suite"

// Problems are the benchmarks of this package.
func Problems() []suite.Problem {
	var all []suite.Problem
	for _, of := range [][]suite.Problem{hulls(), neighbours(), rangeQueries(), bodies(), triangulations()} {
		all = append(all, of...)
	}
	return all
}
