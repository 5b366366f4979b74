// Command table writes the table of docs/machine-room.md: what the room says of its programs at this
// commit. Virtual time is the same on every machine, so the table changes only with the code.
//
//	go run ./verify/room/table
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	page  = "docs/machine-room.md"
	begin = "<!-- room: go run ./verify/room/table -->\n"
	end   = "<!-- /room -->\n"
)

// processors are those of the columns.
var processors = []int{2, 16, 64, 256}

// rows are the programs with their arguments. What is a delay has no speed-up.
var rows = []struct {
	name  string
	args  []string
	delay bool
}{
	{"tree", nil, false}, {"weak-tree", nil, false}, {"uts", nil, false}, {"for", nil, false}, {"regions", nil, false},
	{"sort", nil, false}, {"worker-one", nil, false}, {"scope-one", nil, false}, {"worker-all", nil, false},
	{"scope-all", nil, false}, {"owner", nil, true}, {"ramp", []string{"-costs", "wake=60000,waker=25000"}, true},
}

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

func write() error {
	old, err := os.ReadFile(page)
	if err != nil {
		return fmt.Errorf("%w: start it in the root of a clone", err)
	}
	dir, err := os.MkdirTemp("", "skua-room-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, err := output(exec.Command("go", "run", "./verify/room/build", "-o", dir)); err != nil {
		return err
	}
	table, err := measure(filepath.Join(dir, "room"))
	if err != nil {
		return err
	}
	text, err := between(string(old), table)
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(text), 0o644)
}

// between returns the page with the table in its place.
func between(text, table string) (string, error) {
	head, rest, ok := strings.Cut(text, begin)
	_, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", fmt.Errorf("%s lacks the lines %q and %q", page, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return head + begin + table + end + tail, nil
}

// measure returns the table.
func measure(room string) (string, error) {
	var b strings.Builder
	b.WriteString("| program |")
	for _, n := range processors {
		fmt.Fprintf(&b, " %d |", n)
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(processors)) + "\n")
	for _, row := range rows {
		fmt.Fprintf(&b, "| %s |", row.name)
		for _, n := range processors {
			cmd := exec.Command(room, append([]string{row.name, "-p", fmt.Sprint(n)}, row.args...)...)
			out, err := output(cmd)
			if err != nil {
				return "", err
			}
			var line struct{ Nanoseconds, Speedup float64 }
			if err := json.Unmarshal(out, &line); err != nil || line.Nanoseconds <= 0 {
				return "", fmt.Errorf("%v printed %q: %v", cmd, out, err)
			}
			if row.delay {
				fmt.Fprintf(&b, " %v |", time.Duration(line.Nanoseconds).Round(time.Microsecond))
			} else {
				fmt.Fprintf(&b, " %.1f |", line.Speedup)
			}
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

func output(cmd *exec.Cmd) ([]byte, error) {
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%v: %w: %s", cmd, err, bytes.TrimSpace(complaints.Bytes()))
	}
	return out, err
}
