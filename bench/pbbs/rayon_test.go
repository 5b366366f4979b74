package main

import "testing"

// TestRayon wants the program in Rust to solve each problem that it has, where it can be built.
func TestRayon(t *testing.T) {
	if testing.Short() {
		return // to build the program takes longer than all that is short
	}
	rust, missing, err := buildRayon(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if rust == nil {
		t.Log("left out: " + missing)
		return
	}
	solved := map[string]bool{}
	for _, p := range problems() {
		for _, size := range []int{2, 301, p.Size/40 + 1} {
			i := p.Make(size)
			if i.Sent == nil {
				continue
			}
			solved[i.Sent.Problem] = true
			r, err := rust.begin(i.Sent, 3)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				w := way{other: r}
				if err := w.checked(i, &samples{}); err != nil {
					t.Errorf("%s, size %d: %v", p.Name(), size, err)
				}
			}
			if err := r.end(); err != nil {
				t.Errorf("%s, size %d: the program: %v", p.Name(), size, err)
			}
		}
	}
	if len(solved) != 9 {
		t.Errorf("it has %d problems, want 9: %v", len(solved), solved)
	}
}
