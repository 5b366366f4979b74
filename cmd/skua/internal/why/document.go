package why

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/skua-go/skua/trace"
)

const schemaVersion = 1 // of the document that --json prints

// A document is all that was found out.
type document struct {
	SchemaVersion int           `json:"schema_version"`
	Verdict       trace.Verdict `json:"verdict"`
	WhatIf        forecasts     `json:"what_if"`
	Base          *difference   `json:"base,omitempty"`
	FailIf        gate          `json:"fail_if,omitempty"`
	Serial        *comparison   `json:"serial,omitempty"`
	Report        *trace.Report `json:"report"`
}

// readReport reads a report from a file: what a program left, or what --json printed.
func readReport(name string) (*trace.Report, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var d struct{ Report json.RawMessage }
	if err := json.Unmarshal(data, &d); err == nil && d.Report != nil {
		data = d.Report
	}
	r, err := trace.ReadReport(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}
