package exits

import (
	"os"
	"testing"
)

func TestBefore(t *testing.T) {}
func TestExit(t *testing.T)   { os.Exit(3) }
