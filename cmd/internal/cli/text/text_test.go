package text

import "testing"

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain é 日本 \"quoted\" back\\slash": "plain é 日本 \"quoted\" back\\slash",
		"\x1b[31m\r\a\x7f":                  `\x1b[31m\r\a\x7f`,
		"a\nb\tc":                           `a\nb\tc`,
		"\xff\u009b\u202e\ufffd":            `\xff\u009b\u202e` + "\ufffd",
	} {
		if got := Visible(text); got != want {
			t.Errorf("Visible(%q) is %s, want %s", text, got, want)
		}
	}
	if got := VisibleLines("a\n\tb\x1b"); got != "a\n\tb\\x1b" {
		t.Errorf("visibleLines: %q", got)
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[float64]string{
		0: "0 B", 999: "999 B", 1000: "1.0 kB", 127_600_000: "127.6 MB", 5e21: "5000.0 EB",
	} {
		if got := Size(bytes); got != want {
			t.Errorf("Size(%v) is %s, want %s", bytes, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for text, want := range map[string]string{
		"":                  "\n",
		"one":               "  one\n",
		"one two  é three":  "  one two é\n  three\n",
		"a longer-than-all": "  a\n  longer-than-all\n",
	} {
		if got := Wrap(text, "  ", 11); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
