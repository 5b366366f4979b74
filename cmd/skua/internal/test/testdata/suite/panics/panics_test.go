package panics

import "testing"

func TestBefore(t *testing.T) {}
func TestPanic(t *testing.T)  { panic("a panic") }
func TestAfter(t *testing.T)  {}
