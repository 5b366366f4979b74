package outside

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// A Found is what a run found.
type Found struct {
	Machine   gauge.Machine `json:"machine"`
	Date      time.Time     `json:"date"`
	Command   string        `json:"command"`
	Rounds    int           `json:"rounds"`
	LoadAfter string        `json:"load_after,omitempty"`
	Programs  []string      `json:"programs"` // with their versions
	Rows      []*Row        `json:"rows"`
	Notes     []string      `json:"notes,omitempty"` // what was checked
}

// NewFound is a run that begins now, of the command with these arguments.
func NewFound(command string, args []string, rounds int) *Found {
	return &Found{
		Machine: gauge.ThisMachine(), Date: time.Now().UTC().Truncate(time.Second),
		Command: strings.TrimSpace("go run ./" + command + " " + strings.Join(args, " ")), Rounds: rounds,
	}
}

// Versions asks programs for the first line that they print for --version.
func (f *Found) Versions(programs ...string) {
	for _, p := range programs {
		out, err := exec.Command(p, "--version").Output()
		if first, _, _ := strings.Cut(string(out), "\n"); err == nil && first != "" {
			f.Programs = append(f.Programs, first)
		}
	}
}

// Caption says what was measured where, and when.
func (f *Found) Caption() string {
	m := f.Machine
	text := fmt.Sprintf("Measured on %s by `%s`: medians of %d rounds, on %s, %d cores, %s/%s, %s, at commit %s, with a load of %s before and %s after.",
		f.Date.Format("2 January 2006, 15:04 UTC"), f.Command, f.Rounds, m.CPU, m.Cores, m.OS, m.Arch, m.Go, m.Commit, m.Load, f.LoadAfter)
	if len(f.Programs) > 0 {
		text += " With " + strings.Join(f.Programs, "; ") + "."
	}
	return text + "\n"
}

// Rest says what was checked and what was left out.
func (f *Found) Rest() string {
	var b strings.Builder
	for _, n := range f.Notes {
		fmt.Fprintf(&b, "\n%s\n", n)
	}
	for _, r := range f.Rows {
		if r.Missing != "" {
			fmt.Fprintf(&b, "\nLeft out: %s, because %s is not installed.\n", r.Name, r.Missing)
		}
	}
	return b.String()
}

// Save stores f as JSON.
func (f *Found) Save(name string) error {
	text, err := json.MarshalIndent(f, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}

// Load reads what Save stored.
func Load(name string) (*Found, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	f := new(Found)
	return f, json.Unmarshal(text, f)
}

// Publish writes body between the line <!-- go run ./COMMAND --> of a document and the
// line <!-- end -->.
func Publish(document, command, body string) error {
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	begin, end := "<!-- go run ./"+command+" -->\n", "<!-- end -->\n"
	before, rest, begins := strings.Cut(string(text), begin)
	_, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		return fmt.Errorf("%s: no lines %q and %q", document, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return os.WriteFile(document, []byte(before+begin+"\n"+body+"\n"+end+after), 0o644)
}
