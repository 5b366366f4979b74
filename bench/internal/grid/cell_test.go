package grid

import "testing"

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		name                   string
		workers                int
		par, value, both, half float64
		want                   Verdict
	}{
		{"nothing to do", 1, 150, 2, 2, 0, Kept},
		{"half a microsecond is allowed", 1, 505, 5, 5, 0, Kept},
		{"and not more", 1, 515, 5, 5, 0, Twice},
		{"a twentieth and half a microsecond", 2, 10_999, 10_000, 10_000, 5_000, Kept},
		{"more", 2, 11_001, 10_000, 10_000, 5_000, Slower},
		{"twice", 1, 4_000_000, 1_900_000, 1, 0, Twice},
		{"too short to pay", 2, 99_000, 99_000, 99_000, 50_000, Kept},
		{"long enough", 2, 100_000, 100_000, 100_000, 50_000, Idle},
		{"pays too little", 2, 100_000, 159_000, 159_000, 80_000, Idle},
		{"pays", 2, 100_000, 160_000, 160_000, 80_000, Kept},
		{"memory is the limit", 2, 100_000, 159_000, 159_000, 100_000, Unknown},
		{"memory is the limit, and slower", 2, 200_000, 159_000, 159_000, 100_000, Slower},
		{"one worker gains nothing", 1, 159_000, 159_000, 159_000, 0, Kept},
	} {
		cell := Cell{Workers: c.workers, Par: c.par, Value: c.value, Inline: c.both, Halves: c.half}
		if got := cell.Verdict(); got != c.want {
			t.Errorf("%s: verdict %d, want %d", c.name, got, c.want)
		}
	}
	for v, red := range map[Verdict]bool{Kept: false, Unknown: false, Idle: true, Slower: true, Twice: true} {
		if v.Red() != red {
			t.Errorf("verdict %d: red is %v, want %v", v, v.Red(), red)
		}
	}
}
