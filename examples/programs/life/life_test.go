package main

import "testing"

func TestPlay(t *testing.T) {
	got, want := play(soup(), 30), serial(soup(), 30)
	if *got != *want {
		t.Errorf("%d cells live, want the %d of the twin", got.alive(), want.alive())
	}
}
