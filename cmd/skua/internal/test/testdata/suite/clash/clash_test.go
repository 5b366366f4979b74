package clash

import "testing"

var prepared bool

func TestFirst(t *testing.T) { prepared = true }

func TestSecond(t *testing.T) {
	if !prepared {
		t.Error("TestFirst has not run in this process")
	}
}
