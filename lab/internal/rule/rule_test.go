package rule

import "testing"

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
	if first := VictimFixed.First(&m, 2<<33, 4, flat); first != 0 {
		t.Errorf("fixed: %d, want 0", first)
	}
	m.Began = 1
	if first := VictimRoundRobin.First(&m, 0, 4, flat); first != 2 {
		t.Errorf("round robin after 1: %d, want 2", first)
	}
}

func mustParse(t *testing.T, text string) Balance {
	b, err := ParseBalance(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestDue counts attempts of a queue that grows to 64 and shrinks again.
func TestDue(t *testing.T) {
	for text, want := range map[string]int{"empty": 0, "change": 6 + 6, "change:8": 2 + 2, "chance:64": 127} {
		var m Memory
		due := 0
		for n := 1; n < 128; n++ {
			if mustParse(t, text).Due(&m, 63<<33, min(n, 128-n)) {
				due++
			}
		}
		if due != want {
			t.Errorf("%s: %d attempts, want %d", text, due, want)
		}
	}
	for text, want := range map[string]int{"chance": 100, "chance:3": 300, "chance:1/4": 25, "chance:3/2": 150} {
		hits := 0
		var m Memory
		for random := range uint64(1000) {
			if mustParse(t, text).Due(&m, random<<33, 10) {
				hits++
			}
		}
		if hits != want {
			t.Errorf("%s: %d of 1000 attempts at length 10, want %d", text, hits, want)
		}
	}
}

func TestBalanceRefuses(t *testing.T) {
	for _, text := range []string{"", "full", "empty:1", "chance:0", "chance:x", "chance:1/0", "chance:0/2", "chance:1/2/3", "chance:1/", "chance:1/2000", "change:1", "change:3/2", "change:"} {
		if b, err := ParseBalance(text); err == nil {
			t.Errorf("%q was taken as %+v", text, b)
		}
	}
}

func TestParseVictim(t *testing.T) {
	if _, err := ParseVictim(""); err == nil {
		t.Error("the empty victim was taken")
	}
	if v, err := ParseVictim("last"); err != nil || v != VictimLast {
		t.Errorf("last is %v, %v", v, err)
	}
}
