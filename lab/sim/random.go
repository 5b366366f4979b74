package sim

// mix is the finalizer of splitmix64 (Steele, Lea and Flood, Fast Splittable
// Pseudorandom Number Generators, OOPSLA 2014): each bit of z moves each bit of
// the result.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

const golden = 0x9E3779B97F4A7C15

// A stream is the random numbers of one processor in one phase of one step. It
// depends on nothing else, so it is the same whichever worker simulates the processor.
type stream uint64

// phaseKey is the part of a stream that all processors of a phase have in common.
func phaseKey(seed uint64, step, phase int) uint64 {
	return mix(mix(seed+golden) + uint64(step)*golden + uint64(phase)<<56)
}

func streamOf(key uint64, processor int) stream {
	return stream(mix(key + uint64(processor)*golden))
}

func (s *stream) next() uint64 {
	*s += golden
	return mix(uint64(*s))
}

// chance returns the threshold below which a share p of all random numbers lies.
func chance(p float64) uint64 {
	if p >= 1 {
		return 1<<64 - 1
	}
	return uint64(p * (1 << 63) * 2)
}
