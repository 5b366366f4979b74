package vet

import (
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A line that is meant as it is says so, on itself or just above:
//
//	//skua:allow fork the task must still be pending when the pool is closed
//
// Above the package clause the comment is about the whole file.
const allowComment = "//skua:allow "

// heedAllow makes pass drop what it reports where a comment allows it.
func heedAllow(pass *analysis.Pass) {
	type line struct {
		file string
		n    int
	}
	allowed := map[line]bool{}
	for _, f := range pass.Files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				rest, ok := strings.CutPrefix(c.Text, allowComment)
				words := strings.Fields(rest)
				if !ok || len(words) < 2 || words[0] != pass.Analyzer.Name { // a reason is wanted
					continue
				}
				at := pass.Fset.Position(c.Pos())
				if c.Pos() < f.Package {
					allowed[line{at.Filename, 0}] = true
				}
				allowed[line{at.Filename, at.Line}] = true
				allowed[line{at.Filename, at.Line + 1}] = true
			}
		}
	}
	report := pass.Report
	pass.Report = func(d analysis.Diagnostic) {
		at := pass.Fset.Position(d.Pos)
		if !allowed[line{at.Filename, 0}] && !allowed[line{at.Filename, at.Line}] {
			report(d)
		}
	}
}
