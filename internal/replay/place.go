package replay

import (
	"fmt"
	"strconv"
	"strings"
)

// A Place names an event of a run: the one of that number in the take of that number of a worker.
// doc.go says what counts.
type Place struct {
	Worker, Take int
	Event        int64
}

// String returns p as files have it.
func (p Place) String() string { return fmt.Sprintf("%d.%d.%d", p.Worker, p.Take, p.Event) }

// outside reports whether p is of a goroutine that was in no task.
func (p Place) outside() bool { return p.Worker == 0 }

// parsePlace reads what String has written.
func parsePlace(text string) (p Place, ok bool) {
	n, ok := numbers(text, 3)
	if !ok {
		return p, false
	}
	return Place{int(n[0]), int(n[1]), n[2]}, true
}

// numbers reads count numbers with points between them, none below zero and all below 2⁴⁸.
func numbers(text string, count int) (n []int64, ok bool) {
	for part := range strings.SplitSeq(text, ".") {
		v, err := strconv.ParseInt(part, 10, 64)
		if err != nil || v < 0 || v >= 1<<48 || strconv.FormatInt(v, 10) != part {
			return nil, false
		}
		n = append(n, v)
	}
	return n, len(n) == count
}
