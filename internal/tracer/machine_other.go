//go:build !linux

package tracer

func (s *Sample) lookAtSystem() {}

// Here returns what is known of this machine.
func Here() Machine { return Machine{} }
