package tray

import "testing"

// TestTray goes through what happens at a tray: nothing comes, a run is dealt and claimed, or dealt and
// recalled.
func TestTray(t *testing.T) {
	var at Tray[string]
	of := "a loop"
	deal := func(want bool) (d Deal[string]) {
		t.Helper()
		if at.IsOpen() != want {
			t.Fatalf("open: %v", !want)
		}
		d, ok := at.Seize()
		if ok != want {
			t.Fatalf("seized: %v", ok)
		}
		if ok {
			d.Put(&of, 4, 8)
		}
		return d
	}
	at.Open()
	if _, ok := at.Await(1); ok {
		t.Fatal("of an open tray comes what nobody dealt")
	}
	deal(false)
	at.Open()
	d, _ := at.Seize()
	deal(false)
	d.Leave()
	first := deal(true)
	deal(false)
	if !first.Recall() || first.Recall() {
		t.Fatal("a run is not recalled once")
	}
	second := deal(true)
	if first.Recall() {
		t.Fatal("recalled what another has dealt since")
	}
	if r, ok := at.Await(0); !ok || r != (Run[string]{&of, 4, 8}) {
		t.Fatalf("the owner got %+v %v", r, ok)
	}
	if second.Recall() {
		t.Fatal("recalled what was claimed")
	}
	deal(false)
	if at.Tidy(); at.run.Of != nil {
		t.Error("a tray that is tidy knows a loop")
	}
}
