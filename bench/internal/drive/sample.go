package drive

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A Sample is what one child found, Go or native: one line of JSON.
type Sample struct {
	Case       string    `json:"case"`
	Peer       string    `json:"peer"`
	Version    string    `json:"version"`
	Answer     string    `json:"answer"`
	Ops        float64   `json:"ops"`        // units in one repetition
	NS         []float64 `json:"ns"`         // of each repetition, or of each event
	CPU        []float64 `json:"cpu_ns"`     // of each repetition, of the whole process
	Allocs     float64   `json:"allocs"`     // for one repetition
	GCs        float64   `json:"gcs"`        // collections during one repetition
	Bytes      int64     `json:"peak_bytes"` // resident at most
	Goroutines int       `json:"goroutines"` // the most at a time, as seen now and then
	Note       string    `json:"note"`
}

// parseSample reads what a child printed.
func parseSample(out []byte) (Sample, error) {
	var s Sample
	line := strings.TrimSpace(string(out))
	if err := json.Unmarshal([]byte(line), &s); err != nil {
		return s, fmt.Errorf("a child printed %.80q instead of a sample: %w", line, err)
	}
	s.Ops = max(s.Ops, 1) // of an empty loop the whole call counts
	if len(s.NS) == 0 {
		return s, fmt.Errorf("a child printed a sample without times: %.80q", line)
	}
	return s, nil
}
