package gen

// Shuffle moves the elements of a to random places: first into buckets, then within each.
func Shuffle[T any](a []T) {
	const small = 8192
	n := len(a)
	if n < small {
		knuth(a, 0)
		return
	}
	bits := (log2up(n) - 7) / 2
	if n >= 1<<27 {
		bits = log2up(n) - 17
	}
	bucket := func(i int) uint64 { return Hash64(uint64(i)) & (1<<bits - 1) }
	starts := make([]int, 1<<bits+1)
	for i := range a {
		starts[bucket(i)+1]++
	}
	for b := range 1 << bits {
		starts[b+1] += starts[b]
	}
	next := append([]int(nil), starts...)
	out := make([]T, n)
	for i, x := range a {
		out[next[bucket(i)]] = x
		next[bucket(i)]++
	}
	for b := range 1 << bits {
		knuth(out[starts[b]:starts[b+1]], random(0).fork(uint64(b)))
	}
	copy(a, out)
}

func knuth[T any](a []T, r random) {
	for i := len(a) - 1; i > 0; i-- {
		j := r.at(uint64(i)) % uint64(i+1)
		a[i], a[j] = a[j], a[i]
	}
}

// Permutation returns the first n integers in random order.
func Permutation(n int) []int {
	a := make([]int, n)
	for i := range a {
		a[i] = i
	}
	Shuffle(a)
	return a
}
