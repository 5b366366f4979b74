package idle

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestProcMeter(t *testing.T) {
	const text = "cpu  1000 2000 300 40000 500 60 7 8 900 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n"
	own := 70 * time.Millisecond
	m := procMeter{
		func() ([]byte, error) { return []byte(text), nil },
		func() (time.Duration, error) { return own, nil },
	}
	// user + system + irq + softirq, not nice.
	if got, err := m.Owner(); err != nil || got != (1000+300+60+7)*tick-own {
		t.Errorf("the owner has used %v, %v; want %v", got, err, (1000+300+60+7)*tick-own)
	}
	for _, bad := range []string{"", "intr 1 2 3 4 5 6 7\n", "cpu 1 2 3\n", "cpu 1 2 x 4 5 6 7 8\n"} {
		m.read = func() ([]byte, error) { return []byte(bad), nil }
		if got, err := m.Owner(); err == nil || !strings.Contains(err.Error(), "/proc/stat") {
			t.Errorf("%q is read as %v, %v; want an error that names /proc/stat", bad, got, err)
		}
	}
	m.read = func() ([]byte, error) { return nil, errors.New("planted") }
	if _, err := m.Owner(); err == nil {
		t.Error("an unreadable file gives no error")
	}
}

func TestMeterOfThisMachine(t *testing.T) {
	m, err := NewMeter()
	if err != nil {
		t.Fatal(err)
	}
	if used, err := m.Owner(); err != nil || used <= 0 {
		t.Errorf("the owner has used %v, %v; want more than nothing", used, err)
	}
}
