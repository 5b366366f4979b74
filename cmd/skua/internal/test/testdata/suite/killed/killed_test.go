package killed

import (
	"os"
	"testing"
	"time"
)

func TestKilled(t *testing.T) {
	p, _ := os.FindProcess(os.Getpid())
	p.Kill()
	time.Sleep(time.Minute)
}

func TestOther(t *testing.T) {}
