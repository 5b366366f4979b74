package main

import "testing"

func TestPlay(t *testing.T) {
	got, want := play(soup(), 10), serial(soup(), 10)
	if *got != *want {
		t.Errorf("%d cells live, want the %d of the twin", got.alive(), want.alive())
	}
}
