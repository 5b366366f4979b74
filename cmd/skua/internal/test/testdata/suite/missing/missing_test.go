package missing

import (
	"testing"

	_ "example.com/suite/nowhere"
)

func TestMissing(t *testing.T) {}
