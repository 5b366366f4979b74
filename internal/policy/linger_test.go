package policy

import (
	"testing"
	"time"
)

func TestPatience(t *testing.T) {
	// A worker that is always woken for nothing lingers more and more rarely, but never stops to try.
	p, lingered := Patience{}, 0
	for sleeps := range 1000 {
		if p.Lingers() {
			lingered++
			p = p.AfterVain()
		}
		if p.Lingers() {
			t.Fatalf("after %d sleeps it lingers again at once", sleeps)
		}
		p = p.AfterSleep(time.Second)
	}
	if lingered < 12 || lingered > 30 {
		t.Errorf("it lingered %d times in 1,000 sleeps", lingered)
	}
	if p = p.AfterVain().AfterSleep(Linger / 2); !p.Lingers() {
		t.Error("a short sleep does not show that lingering pays")
	}
	if p = p.AfterVain().AfterFound(); !p.Lingers() {
		t.Error("a find does not show that lingering pays")
	}
}
