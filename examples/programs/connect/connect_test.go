package main

import "testing"

func TestCount(t *testing.T) {
	for depth, want := range []int{1, 7, 49, 343, 2401} {
		got, twin := count.Run(task{depth: depth}), serial(task{depth: depth})
		if got != want || twin != want {
			t.Errorf("depth %d: count gives %d and its twin %d, want %d", depth, got, twin, want)
		}
	}
}

// From a position where a game may end within the moves looked ahead.
func TestCountEnds(t *testing.T) {
	start := task{depth: 5}
	for range 3 { // both put stones on their first columns
		start.mine, start.all = start.mine^start.all, start.all|(start.all+1)
		start.mine, start.all = start.mine^start.all, start.all|(start.all+1<<column)
	}
	got, want := count.Run(start), serial(start)
	if got != want || got >= 16807 {
		t.Errorf("count gives %d, want %d, which is less than 7 to the fifth", got, want)
	}
}
