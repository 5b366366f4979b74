package trace

import (
	"encoding/json"
	"fmt"
	"io"
)

// Version is that of the format of reports which this package writes and reads.
const Version = 1

// WriteJSON writes the report as one line of JSON. ReadReport reads it.
func (r *Report) WriteJSON(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// ReadReport reads a report that WriteJSON wrote. It returns an error that names the field if the
// report is of another version, or if one part of it does not fit another: what it returns is
// safe to index.
func ReadReport(from io.Reader) (*Report, error) {
	d := json.NewDecoder(from)
	r := new(Report)
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("trace: no report: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("trace: there is more after the report")
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	return r, nil
}
