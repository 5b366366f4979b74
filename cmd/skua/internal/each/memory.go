package each

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/skua-go/skua/cmd/internal/batch"
)

// budget is the memory that commands of this machine share: what is available now. It is
// nil without --mem.
func (o *options) budget() (*batch.Budget, error) {
	if o.memory == "" {
		return nil, nil
	}
	if o.memory != auto {
		if _, err := parseSize(o.memory); err != nil {
			return nil, fmt.Errorf("--mem: %w, or %s", err, auto)
		}
	}
	free, err := batch.Available()
	if err != nil {
		return nil, fmt.Errorf("--mem: %w", err)
	}
	return batch.NewBudget(max(free, 1)), nil
}

const auto = "auto"

// need is the memory that a command needs, 0 if that is not known.
func (o *options) need() int64 {
	n, _ := parseSize(o.memory) // checked by budget; auto is none
	return n
}

// parseSize reads a number of bytes as GNU parallel does: K M G T are powers of 1024, and
// k m g t powers of 1000.
func parseSize(text string) (int64, error) {
	number, unit := text, int64(1)
	for i, c := range "kmgt" {
		if n, ok := strings.CutSuffix(text, string(c)); ok {
			number, unit = n, pow(1000, i+1)
		}
		if n, ok := strings.CutSuffix(text, strings.ToUpper(string(c))); ok {
			number, unit = n, pow(1024, i+1)
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if size := x * float64(unit); err == nil && size >= 1 && size < 1<<62 {
		return int64(size), nil
	}
	return 0, fmt.Errorf("%q is no size: want a number of bytes, with K, M, G or T for powers of 1024, or k, m, g or t for powers of 1000", text)
}

func pow(base int64, n int) int64 {
	result := int64(1)
	for range n {
		result *= base
	}
	return result
}
