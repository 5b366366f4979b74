package explore

import (
	"fmt"
	"strconv"
	"strings"
)

// A schedule is the thread of each step. It is printed as runs of one thread,
// "0*17 2*10 1": thread 0 makes 17 steps, then thread 2 makes 10, then thread
// 1 one. What follows the end of a schedule goes on without preemption.

func formatSchedule(s []uint8) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		n := 1
		for i+n < len(s) && s[i+n] == s[i] {
			n++
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprint(&b, s[i])
		if n > 1 {
			fmt.Fprintf(&b, "*%d", n)
		}
		i += n
	}
	return b.String()
}

func parseSchedule(text string) ([]uint8, error) {
	var s []uint8
	for f := range strings.FieldsSeq(text) {
		thread, times, many := strings.Cut(f, "*")
		id, err := strconv.Atoi(thread)
		n := 1
		if err == nil && many {
			n, err = strconv.Atoi(times)
		}
		if err != nil || id < 0 || id >= maxThreads || n < 1 || n > 1<<16 {
			return nil, fmt.Errorf("schedule: cannot read %q", f)
		}
		for range n {
			s = append(s, uint8(id))
		}
	}
	return s, nil
}
