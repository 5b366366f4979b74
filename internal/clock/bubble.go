package clock

import (
	"os"
	"slices"
	"strings"
	"time"
)

// Bubbled reports whether the caller is in a bubble of testing/synctest, whose clock has no monotonic
// reading, and stands still unless all goroutines of the bubble wait. It takes as long as time.Now.
func Bubbled() bool {
	now := time.Now()
	return now == now.Round(0) // which drops that reading
}

// inTest says whether the program is a test, as far as its name and its flags tell, or perhaps is. Package
// testing knows it, but nothing else here needs that.
var inTest = slices.ContainsFunc(os.Args, func(arg string) bool {
	return strings.HasSuffix(arg, ".test") || strings.HasSuffix(arg, ".test.exe") || strings.HasPrefix(arg, "-test.")
})

// BubbledTest is Bubbled for those that ask often: only a test pays for the look.
func BubbledTest() bool { return inTest && Bubbled() }
