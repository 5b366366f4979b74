package vet

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// TestFindings compares each analyser's reports with the comments in its testdata.
func TestFindings(t *testing.T) {
	for _, c := range []struct {
		analyzer *analysis.Analyzer
		packages []string
	}{
		{cheapAnalyzer, []string{"cheap"}},
		{doneAnalyzer, []string{"done"}},
		{escapeAnalyzer, []string{"escape"}},
		{forkAnalyzer, []string{"fork"}},
		{frameAnalyzer, []string{"frame"}},
		{nestedAnalyzer, []string{"nested", "nestedpools"}},
		{operatorAnalyzer, []string{"operator"}},
		{scopeAnalyzer, []string{"scope"}},
		{sharedAnalyzer, []string{"shared"}},
		{waitAnalyzer, []string{"wait", "waittest"}},
	} {
		t.Run(c.analyzer.Name, func(t *testing.T) {
			analysistest.Run(t, analysistest.TestData(), c.analyzer, c.packages...)
		})
	}
}

// TestHTTP is apart because to load net/http takes long.
func TestHTTP(t *testing.T) {
	if !testing.Short() {
		analysistest.Run(t, analysistest.TestData(), waitAnalyzer, "waithttp")
	}
}

func TestValid(t *testing.T) {
	if err := analysis.Validate(Analyzers()); err != nil {
		t.Error(err)
	}
}
