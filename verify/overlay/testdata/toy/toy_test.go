package toy

import (
	"testing"

	"github.com/skua-go/skua/internal/explore"
)

func TestBell(t *testing.T) {
	if !explore.Woven() {
		t.Fatal("not woven")
	}
	res := explore.Run(explore.Options{Mode: explore.DPOR}, func(x *explore.X) {
		b := NewBell()
		x.Go(b.Ring)
		b.Wait()
	})
	if res.Failure != nil || !res.Exhausted {
		t.Fatal(res)
	}
}
