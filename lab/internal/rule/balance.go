package rule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Balance says when a worker tries to balance its queue of spawned tasks with
// another's, as Hendler and Shavit's initiation policies do (Non-blocking
// Steal-half Work Queues, PODC 2002, section 2.2.1). The zero value is
// steal-on-empty.
type Balance struct {
	kind balanceKind
	by   int // the numerator of chance's µ, the factor of change
	of   int // the denominator of µ, else 1
}

type balanceKind uint8

const (
	onEmpty  balanceKind = iota // when it has nothing
	onChance                    // between two tasks too, with probability µ / its length
	onChange                    // between two tasks too, when its length changed by a factor since the last time
)

var balanceNames = []string{"empty", "chance", "change"}

// least is the smallest number that may follow a name, and also its default: µ = 1,
// factor 2.
var least = [...]int{onChance: 1, onChange: 2}

// mostParts is the greatest denominator of µ: times a length it stays in 31 bits.
const mostParts = 1 << 10

// ParseBalance returns the policy of that name, as in "empty", "chance",
// "chance:4" for µ = 4, "chance:1/4" for µ = 1/4, "change" or "change:3" for a factor of 3.
// The analysis of [HS02] is for µ from 0 to 1.
func ParseBalance(text string) (Balance, error) {
	name, number, given := strings.Cut(text, ":")
	i := slices.Index(balanceNames, name)
	if i < 0 {
		return Balance{}, fmt.Errorf("balance %q is none of %q", name, balanceNames)
	}
	b := Balance{kind: balanceKind(i), by: least[i], of: 1}
	if !given {
		return b, nil
	}
	var err error
	if above, below, ok := strings.Cut(number, "/"); ok && b.kind == onChance {
		number = above
		b.of, err = strconv.Atoi(below)
	}
	if err == nil {
		b.by, err = strconv.Atoi(number)
	}
	if err != nil || b.kind == onEmpty || b.by < least[i] || b.of < 1 || b.of > mostParts {
		return Balance{}, fmt.Errorf("balance %q: want empty, chance:µ with µ a whole number from 1 on or a fraction as in 1/4, or change:factor with factor >= 2", text)
	}
	return b, nil
}

// Due reports whether a worker with a queue of length items, length > 0, should
// try to balance now, and remembers the attempt in m.
func (b Balance) Due(m *Memory, random uint64, length int) bool {
	due := false
	switch b.kind {
	case onChance:
		due = int(random>>33%uint64(length*b.of)) < b.by
	case onChange:
		due = length >= b.by*max(m.Length, 1) || b.by*length <= m.Length
	}
	if due {
		m.Length = length
	}
	return due
}
