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

func flat(int) int { return 1 }

func TestRicher(t *testing.T) {
	m := Memory{Found: -1}
	length := func(w int) int { return w }
	if first := VictimRicher.First(&m, 1<<33|3, 4, length); first != 3 {
		t.Errorf("of workers 1 and 3 the longer is %d, want 3", first)
	}
	if first := VictimRicher.First(&m, 3<<33|1, 4, length); first != 3 {
		t.Errorf("of workers 3 and 1 the longer is %d, want 3", first)
	}
}

// TestDue counts attempts of a queue that grows to 64 and shrinks again.
func TestDue(t *testing.T) {
	for b, want := range map[Balance]int{BalanceEmpty: 0, BalanceChange: 6 + 6} {
		var m Memory
		due := 0
		for n := 1; n < 128; n++ {
			if b.Due(&m, 0, min(n, 128-n)) {
				due++
			}
		}
		if due != want {
			t.Errorf("%s: %d attempts, want %d", balanceNames[b], due, want)
		}
	}
	hits := 0
	var m Memory
	for random := range uint64(1000) {
		if BalanceChance.Due(&m, random<<33, 10) {
			hits++
		}
	}
	if hits != 100 {
		t.Errorf("chance: %d of 1000 attempts at length 10, want 100", hits)
	}
}

func TestFirst(t *testing.T) {
	for v := range victimNames {
		m := Memory{Found: -1}
		for random := range uint64(1000) {
			for n := 1; n < 5; n++ {
				if first := Victim(v).First(&m, random<<33|random, n, flat); first < 0 || first >= n {
					t.Fatalf("%s: first %d of %d", victimNames[v], first, n)
				}
			}
		}
	}
	m := Memory{Began: 2, Found: 1}
	if first := VictimLast.First(&m, 0, 4, flat); first != 1 {
		t.Errorf("last: %d, want 1", first)
	}
	if first := VictimRoundRobin.First(&m, 0, 4, flat); first != 2 {
		t.Errorf("round robin after 1: %d, want 2", first)
	}
}
