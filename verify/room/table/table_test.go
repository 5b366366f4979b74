package main

import (
	"os"
	"strings"
	"testing"
)

// TestBetween wants the table in its place, and nothing else changed; and the real page to have that place.
func TestBetween(t *testing.T) {
	got, err := between("a\n"+begin+"old\n"+end+"z\n", "new\n")
	if want := "a\n" + begin + "new\n" + end + "z\n"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, text := range []string{"", begin, end + begin} {
		if _, err := between(text, "new\n"); err == nil || !strings.Contains(err.Error(), "lacks the lines") {
			t.Errorf("of %q: %v", text, err)
		}
	}
	data, err := os.ReadFile("../../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := between(string(data), ""); err != nil {
		t.Error(err)
	}
}
