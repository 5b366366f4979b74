package batch

import (
	"fmt"
	"strconv"
	"strings"
)

// A Halt says when a batch ends early. The zero value is never.
type Halt struct {
	Now     bool    // the items that run are killed; else they may end
	Why     Why     // what is counted
	Count   int     // the number, if Percent is 0
	Percent float64 // of all items
}

// A Why is what a Halt counts.
type Why int

// The kinds of Why.
const (
	Never Why = iota
	OnFail
	OnSuccess
	OnDone
)

// oldHalts are what GNU parallel took before it had words.
var oldHalts = map[string]string{
	"0": "never", "1": "soon,fail=1", "2": "now,fail=1", "-1": "soon,success=1", "-2": "now,success=1",
}

// ParseHalt reads a Halt in GNU parallel's grammar: never, or soon or now, a comma,
// fail, success or done, and how many or which percentage of all items, as now,fail=1 or
// soon,done=50%. It takes the old 0, 1, 2, -1, -2 and 10% as well.
func ParseHalt(text string) (Halt, error) {
	full := text
	if old, ok := oldHalts[text]; ok {
		full = old
	} else if strings.HasSuffix(text, "%") && !strings.Contains(text, ",") {
		full = "soon,fail=" + text
	}
	if full == "never" {
		return Halt{}, nil
	}
	when, rest, _ := strings.Cut(full, ",")
	why, number, _ := strings.Cut(rest, "=")
	var h Halt
	switch when {
	case "now":
		h.Now = true
	case "soon":
	default:
		return Halt{}, fmt.Errorf("--halt %q: want never, soon or now to begin with, as in now,fail=1", text)
	}
	h.Why = map[string]Why{"fail": OnFail, "success": OnSuccess, "done": OnDone}[why]
	if h.Why == Never {
		return Halt{}, fmt.Errorf("--halt %q: want fail, success or done after %s, as in %s,fail=1", text, when, when)
	}
	if err := h.number(number); err != nil {
		return Halt{}, fmt.Errorf("--halt %q: after %s,%s= want %v", text, when, why, err)
	}
	return h, nil
}

// number reads how many, or which percentage.
func (h *Halt) number(text string) error {
	if digits, ok := strings.CutSuffix(text, "%"); ok {
		p, err := strconv.ParseUint(digits, 10, 32)
		if err != nil || p < 1 || p > 100 {
			return fmt.Errorf("a percentage from 1%% to 100%%, not %q", text)
		}
		h.Percent = float64(p)
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n < 1 {
		return fmt.Errorf("a number from 1, or a percentage, not %q", text)
	}
	h.Count = int(n)
	return nil
}

// reached tells whether the batch ends now. all is the number of items that there
// will be, 0 if that is not known yet: a percentage waits for it.
func (h *Halt) reached(ok, failed, all int) bool {
	n := 0
	switch h.Why {
	case Never:
		return false
	case OnFail:
		n = failed
	case OnSuccess:
		n = ok
	case OnDone:
		n = ok + failed
	}
	if h.Percent != 0 {
		return all > 0 && n > 0 && float64(n)*100 >= h.Percent*float64(all)
	}
	return n >= h.Count
}
