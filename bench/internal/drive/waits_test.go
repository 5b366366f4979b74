//go:build unix

package drive

import (
	"os/exec"
	"testing"
)

// TestWaits: a process that sleeps gives its processor up, and it is counted.
func TestWaits(t *testing.T) {
	cmd := exec.Command("sh", "-c", "sleep 0.001; sleep 0.001; sleep 0.001")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if n := waits(cmd.ProcessState); n < 3 {
		t.Errorf("a process that slept three times gave its processor up %v times", n)
	}
}
