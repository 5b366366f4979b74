package batch

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A Timeout limits how long an execution may take: by a time, or by a percentage of
// the median of the items that have succeeded so far. The zero value does not limit.
type Timeout struct {
	Time    time.Duration
	Percent float64 // used if not 0
}

// ParseTimeout reads a Timeout as users write it: 10, 1.5m, 1h30m, or 200%.
func ParseTimeout(text string) (Timeout, error) {
	if number, ok := strings.CutSuffix(text, "%"); ok {
		if p, err := strconv.ParseFloat(number, 64); err == nil && p > 0 && !math.IsInf(p, 0) {
			return Timeout{Percent: p}, nil
		}
	} else if d, err := ParseDuration(text); err == nil {
		return Timeout{Time: d}, nil
	}
	return Timeout{}, fmt.Errorf("%q is no timeout: want a time or a percentage of the median, as 30, 1.5m or 200%%", text)
}

// quantity is a number with a unit in a duration.
var quantity = regexp.MustCompile(`^([0-9]+\.?[0-9]*|\.[0-9]+)(ms|s|m|h|d)`)

var units = map[string]time.Duration{
	"ms": time.Millisecond, "s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour,
}

// ParseDuration reads a time as GNU parallel does: seconds, or numbers with s, m, h or
// d that are added, as 1d3.5h16.6m4; and ms.
func ParseDuration(text string) (time.Duration, error) {
	wrong := fmt.Errorf("%q is no duration: want seconds, or numbers with ms, s, m, h or d, as 1.5, 90s or 1h30m", text)
	var sum float64
	rest := strings.ToLower(text)
	for rest != "" {
		m := quantity.FindStringSubmatch(rest)
		number, unit := rest, time.Second
		if m != nil {
			number, unit, rest = m[1], units[m[2]], rest[len(m[0]):]
		} else {
			rest = ""
		}
		x, err := strconv.ParseFloat(number, 64)
		if err != nil || x < 0 || strings.ContainsAny(number, "xpine") {
			return 0, wrong
		}
		sum += x * float64(unit)
	}
	if text == "" || sum > math.MaxInt64/2 {
		return 0, wrong
	}
	return time.Duration(sum), nil
}
