package main

import (
	"slices"

	"github.com/skua-go/skua/bench/pbbs/internal/geometry"
	"github.com/skua-go/skua/bench/pbbs/internal/graphs"
	"github.com/skua-go/skua/bench/pbbs/internal/sorts"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
	"github.com/skua-go/skua/bench/pbbs/internal/texts"
)

// problems are all problems, in the order of the tables.
func problems() []suite.Problem {
	return slices.Concat(sorts.Problems(), texts.Problems(), graphs.Problems(), geometry.Problems())
}
