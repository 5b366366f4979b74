package images

import (
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/skua-go/skua/cmd/internal/batch"
)

const (
	// MinBudget is the least budget: below it hardly a picture finds room.
	MinBudget = 96 << 20
	// overhead is what a process takes beside Go's memory: the program itself, and pages
	// that are on their way back to the system.
	overhead = 32 << 20
	// base is what Go's memory holds beside pictures: stacks, plans, buffers.
	base = 16 << 20
)

// Settle makes Go's runtime keep the process below budget bytes, and returns how many of
// them pictures may take at a time. The runtime collects garbage more often as it comes
// near; a tenth is left for what it has not collected yet.
func Settle(budget int64) (pictures int64) {
	limit := max(budget-overhead, base)
	debug.SetMemoryLimit(limit)
	return max(limit-base, 0) / 10 * 9
}

// DefaultBudget is half of the memory that is free now, for the machine or for the
// process's control group, whichever is less.
func DefaultBudget() int64 {
	free, err := batch.Available()
	if err != nil {
		free = unknownMemory
	}
	return max(free/2, MinBudget)
}

// unknownMemory is assumed to be free where the system does not tell.
const unknownMemory = 4 << 30

// ParseBytes reads an amount of memory: 300M, 1.5G, or 50% of what is available. As for
// GNU parallel, K M G T count by 1024 and k m g t by 1000.
func ParseBytes(text string) (int64, error) {
	wrong := fmt.Errorf("%q is no amount of memory: want bytes, as 300M, 1.5G or 50%%", text)
	digits := strings.TrimRight(text, "iB")
	unit := 1.0
	if n := len(digits) - 1; n > 0 {
		switch i := strings.IndexByte("KMGTkmgt%", digits[n]); {
		case i < 0:
		case i < 4:
			unit, digits = math.Pow(1024, float64(i+1)), digits[:n]
		case i < 8:
			unit, digits = math.Pow(1000, float64(i-3)), digits[:n]
		default:
			free, err := batch.Available()
			if err != nil {
				return 0, err
			}
			unit, digits = float64(free)/100, digits[:n]
		}
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil || !(x > 0) || x*unit > math.MaxInt64/2 || strings.ContainsAny(digits, "xXpPeE_nN") {
		return 0, wrong
	}
	return int64(x * unit), nil
}

// Bytes writes an amount of memory for people, as ParseBytes reads it.
func Bytes(n int64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%dG", n>>30)
	case n >= 1<<30:
		return fmt.Sprintf("%.1fG", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%dM", (n+(1<<20)-1)>>20)
}
