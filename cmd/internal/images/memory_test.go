package images

import (
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/batch"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{
		"100": 100, "1k": 1000, "1K": 1024, "1KiB": 1024, "1kB": 1000, "300M": 300 << 20, "1.5G": 3 << 29, "2t": 2e12, "7g": 7e9,
	} {
		if got, err := ParseBytes(text); got != want || err != nil {
			t.Errorf("%q: %d, error %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "M", "0", "-1G", "1X", "NaN", "inf", "1e9", "0x10", "99999999T", "1 G", "%"} {
		if got, err := ParseBytes(text); err == nil || !strings.Contains(err.Error(), "is no amount of memory") {
			t.Errorf("%q: %d, error %v, want an error", text, got, err)
		}
	}
	free, err := batch.Available()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ParseBytes("50%"); err != nil || got < free/4 || got > free {
		t.Errorf("50%%: %d of %d, error %v", got, free, err)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{1: "1M", 300 << 20: "300M", 3 << 29: "1.5G", 11 << 30: "11G"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
