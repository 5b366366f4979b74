//go:build !race

package guide

import (
	"os"
	"runtime"
	"testing"

	"github.com/skua-go/skua/par"
)

// TestMain lets the default pool have one worker, so that TestSum passes, as the page says.
func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(1)
	os.Exit(m.Run())
}

// region race
func TestSum(t *testing.T) {
	sum := 0
	par.For(100, func(i int) { sum += i }) // a race: all calls add to the same variable
	if sum != 4950 {
		t.Error(sum)
	}
}

// endregion
