package mains

import (
	"fmt"
	"os"
	"testing"
)

var ready bool

func TestMain(m *testing.M) {
	fmt.Println("set up")
	ready = true
	code := m.Run()
	fmt.Println("torn down")
	os.Exit(code)
}

func TestReady(t *testing.T) {
	if !ready {
		t.Error("not ready")
	}
}

func TestAgain(t *testing.T) { fmt.Println("again") }
