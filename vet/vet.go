package vet

import "golang.org/x/tools/go/analysis"

// Analyzers returns the analysers of this package, for go vet or another driver.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		cheapAnalyzer, doneAnalyzer, escapeAnalyzer, forkAnalyzer, frameAnalyzer, nestedAnalyzer, operatorAnalyzer,
		scopeAnalyzer, sharedAnalyzer, waitAnalyzer,
	}
}
