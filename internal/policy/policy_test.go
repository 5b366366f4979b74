package policy

import "testing"

func TestNames(t *testing.T) {
	for i, name := range exposeNames {
		if e, err := ParseExpose(name); err != nil || int(e) != i {
			t.Errorf("expose %q: %v, %v", name, e, err)
		}
	}
	if _, err := ParseKeep("sometimes"); err == nil || err.Error() != `keep "sometimes" is none of ["hungry" "always" "never"]` {
		t.Errorf("unknown keep: %v", err)
	}
	if _, err := ParseVictim(""); err == nil {
		t.Error("the empty victim was taken")
	}
}

func TestAmount(t *testing.T) {
	for private := uint32(1); private < 100; private++ {
		if n := ExposeOne.Amount(private); n != 1 {
			t.Errorf("one of %d: %d", private, n)
		}
		if n := ExposeHalf.Amount(private); n == 0 || n > private || 2*n < private {
			t.Errorf("half of %d: %d", private, n)
		}
	}
}

// TestCredit: hunger lasts for some frames, always for ever, never not at all.
func TestCredit(t *testing.T) {
	for k, want := range map[Keep]int{KeepHungry: patience, KeepAlways: 1000, KeepNever: 0} {
		c := k.Asked(k.Start())
		kept := 0
		for ; c > 0 && kept < 1000; kept++ {
			c = k.Kept(c)
		}
		if kept != want {
			t.Errorf("keep %s: %d frames, want %d", keepNames[k], kept, want)
		}
	}
}

func TestFirst(t *testing.T) {
	for v := range victimNames {
		m := Memory{Found: -1}
		for random := range uint64(1000) {
			for n := 1; n < 5; n++ {
				if first := Victim(v).First(&m, random<<33, n); first < 0 || first >= n {
					t.Fatalf("%s: first %d of %d", victimNames[v], first, n)
				}
			}
		}
	}
	m := Memory{Began: 2, Found: 1}
	if first := VictimLast.First(&m, 0, 4); first != 1 {
		t.Errorf("last: %d, want 1", first)
	}
	if first := VictimRoundRobin.First(&m, 0, 4); first != 2 {
		t.Errorf("round robin after 1: %d, want 2", first)
	}
}
