//go:build !(linux && (amd64 || arm64))

package shm

import (
	"context"
	"errors"
	"testing"
)

func TestUnsupported(t *testing.T) {
	echo := func(_ context.Context, out, in []byte) ([]byte, error) { return append(out, in...), nil }
	if _, err := Join("x/tasks", map[string]Handler{"echo": echo}, Config{}); !errors.Is(err, ErrUnsupported) {
		t.Errorf("Join: %v; want ErrUnsupported", err)
	}
}
