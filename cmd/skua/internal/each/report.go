package each

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/text"
)

// document is the JSON form of the summary.
type document struct {
	SchemaVersion int            `json:"schema_version"`
	Command       string         `json:"command"`
	OK            int            `json:"ok"`
	Failed        int            `json:"failed"`
	Skipped       int            `json:"skipped"` // in the joblog already
	Killed        int            `json:"killed"`  // because the batch ended early
	Retried       int            `json:"retried"`
	Inputs        int            `json:"inputs"`
	Seconds       float64        `json:"seconds"`
	OwnSeconds    float64        `json:"own_processor_seconds"`     // of skua
	LocalSeconds  float64        `json:"command_processor_seconds"` // of the commands on this machine
	Halted        bool           `json:"halted"`
	Interrupted   bool           `json:"interrupted"`
	Hosts         map[string]int `json:"hosts"`
	Lost          []string       `json:"lost_hosts,omitempty"`
	Failures      []failure      `json:"failures"` // the first
	Error         string         `json:"error,omitempty"`
}

type failure struct {
	Seq     int    `json:"seq"`
	Command string `json:"command"`
	Base64  []byte `json:"command_base64,omitempty"` // if Command, being UTF-8, is not the command exactly
	Host    string `json:"host"`
	Reason  string `json:"reason"`
}

// report says what became of the batch, which ended with err.
func (o *options) report(cmd *cobra.Command, s *batch.Summary, err error) error {
	if !o.quiet && (s.Failed > 0 || o.bar) {
		for _, line := range s.Lines("commands") {
			fmt.Fprintf(cmd.ErrOrStderr(), "skua: each: %s\n", shortened(text.Visible(line)))
		}
	}
	if o.json == "" {
		return nil
	}
	own, commands := usedTime()
	d := document{
		SchemaVersion: 1, Command: "each", OK: s.OK, Failed: s.Failed, Skipped: s.Skipped, Killed: s.Killed,
		Retried: s.Retried, Inputs: s.Inputs, Seconds: s.Took.Seconds(), OwnSeconds: own.Seconds(), LocalSeconds: commands.Seconds(), Halted: s.Halted,
		Interrupted: cmd.Context().Err() != nil, Hosts: s.Hosts, Lost: s.Lost, Failures: []failure{},
	}
	for _, f := range s.Failures {
		d.Failures = append(d.Failures, failure{f.Seq, f.Label, output.NewName(f.Label).Base64, f.Host, f.Reason})
	}
	if err != nil {
		d.Error = err.Error()
	}
	text, failed := json.Marshal(d)
	if failed != nil {
		return failed
	}
	text = append(text, '\n')
	if o.json == "-" {
		_, failed = cmd.OutOrStdout().Write(text)
		return failed
	}
	return os.WriteFile(o.json, text, 0o666)
}

// shortened leaves out the middle of a long line: a command may have thousands of inputs.
func shortened(line string) string {
	const begin, end = 200, 100 // arbitrary: some lines of a terminal
	if len(line) <= begin+end {
		return line
	}
	return strings.ToValidUTF8(line[:begin], "") + " … " + strings.ToValidUTF8(line[len(line)-end:], "")
}
