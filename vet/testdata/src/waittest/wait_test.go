package waittest

import (
	"testing"
	"time"

	"github.com/skua-go/skua/par"
)

func TestSleep(t *testing.T) {
	par.For(10, func(int) { time.Sleep(time.Second) })
}
