package outside_test

import (
	"testing"

	"example.com/suite/outside"
)

func TestName(t *testing.T) {
	if outside.Name() != "outside" {
		t.Error(outside.Name())
	}
}
