package each

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"
)

// parseJobs reads how many commands run at a time, as GNU parallel does: 4, 50% of the
// cores, +2 or -1 cores, and 0 for as many as possible. It is at least 1.
func parseJobs(text string) (int, error) { return parseJobsOf(text, runtime.GOMAXPROCS(0)) }

// parseJobsOf does so for a machine with a number of cores.
func parseJobsOf(text string, cores int) (int, error) {
	n, err := 0, error(nil)
	switch number, percent := strings.CutSuffix(text, "%"); {
	case percent:
		var p float64
		p, err = strconv.ParseFloat(number, 64)
		if p < 0 || math.IsNaN(p) || p > 100*maxJobs {
			err = strconv.ErrRange
		}
		n = max(1, int(math.Round(p/100*float64(cores))))
	case strings.HasPrefix(text, "+"), strings.HasPrefix(text, "-"):
		n, err = strconv.Atoi(text)
		n = max(1, cores+min(n, maxJobs))
	default:
		n, err = strconv.Atoi(text)
		if n == 0 {
			n = manyJobs
		}
	}
	if err != nil || n > maxJobs {
		return 0, fmt.Errorf("-j %s: want a number up to %d, N%% of the cores, +N or -N cores, or 0", text, maxJobs)
	}
	return n, nil
}

const (
	// maxJobs is what Go's runtime has threads for: one waits for each command, and there may be
	// 10,000.
	maxJobs = 8000

	// manyJobs is "as many as possible", about what GNU parallel makes of it.
	manyJobs = 250
)
