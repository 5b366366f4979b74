package scoretest

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/skua-go/skua/bench/scoreboard/internal/score"
)

// The harness takes whole microseconds, and whole KiB.
var rest = regexp.MustCompile(`^    duration: \d+ us\n    max_rss: -?\d+ KiB\n$`)

// Prints returns an error unless a program prints head, and then the two lines that every run has.
func Prints(p score.Program, head string, args ...string) error {
	var out bytes.Buffer
	if err := p.Execute(args, &out); err != nil {
		return fmt.Errorf("%s %q: %w", p.Name, args, err)
	}
	if tail, ok := strings.CutPrefix(out.String(), head); !ok || !rest.MatchString(tail) {
		return fmt.Errorf("%s %q printed:\n%swant:\n%sand duration and max_rss", p.Name, args, out.String(), head)
	}
	return nil
}

// Fails returns an error unless a program refuses its arguments, or its answer, and prints nothing.
func Fails(p score.Program, args ...string) error {
	var out bytes.Buffer
	if err := p.Execute(args, &out); err == nil || out.Len() > 0 {
		return fmt.Errorf("%s %q: error %v, and printed %q, want an error and nothing printed", p.Name, args, err, out.String())
	}
	return nil
}
