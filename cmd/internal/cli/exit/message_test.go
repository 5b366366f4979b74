package exit

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

func TestMessages(t *testing.T) {
	a, b := errors.New("a\x1b"), errors.New("b\nc")
	for _, c := range []struct {
		err  error
		want []string
	}{
		{a, []string{`a\x1b`}},
		{b, []string{"b\nc"}}, // cobra's
		{With(Failed, b), []string{`b\nc`}},
		{With(Usage, Within("run", errors.Join(a, errors.Join(b)))), []string{`run: a\x1b`, `run: b\nc`}},
		{errors.Join(With(Failed, a), b), []string{`a\x1b`, `b\nc`}},
		{With(Failed, fmt.Errorf("%w: %w", a, b)), []string{`a\x1b: b\nc`}},
	} {
		if got := Messages(c.err); !slices.Equal(got, c.want) {
			t.Errorf("messages(%v) are %q, want %q", c.err, got, c.want)
		}
	}
}
