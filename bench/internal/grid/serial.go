package grid

import "context"

// The serial loops over a function value. None is inlined, or the compiler would see the function.

//go:noinline
func forEach(n int, f func(i int)) {
	for i := range n {
		f(i)
	}
}

//go:noinline
func forErr(ctx context.Context, n int, f func(ctx context.Context, i int) error) error {
	for i := range n {
		if err := f(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

//go:noinline
func ranges(n int, f func(lo, hi int)) {
	if n > 0 {
		f(0, n)
	}
}

//go:noinline
func mapInto(dst, s []uint64, f func(v uint64) uint64) {
	for i, v := range s {
		dst[i] = f(v)
	}
}

//go:noinline
func flatMap(s []uint64, f func(v uint64) []uint64) (out []uint64) {
	for _, v := range s {
		out = append(out, f(v)...)
	}
	return out
}

//go:noinline
func filterMap(s []uint64, f func(v uint64) (uint64, bool)) (out []uint64) {
	for _, v := range s {
		if r, ok := f(v); ok {
			out = append(out, r)
		}
	}
	return out
}

//go:noinline
func filter(s []uint64, keep func(v uint64) bool) (out []uint64) {
	for _, v := range s {
		if keep(v) {
			out = append(out, v)
		}
	}
	return out
}

//go:noinline
func partition(s []uint64, f func(v uint64) bool) (yes, no []uint64) {
	for _, v := range s {
		if f(v) {
			yes = append(yes, v)
		} else {
			no = append(no, v)
		}
	}
	return yes, no
}

//go:noinline
func reduce(s []uint64, acc uint64, op func(a, b uint64) uint64) uint64 {
	for _, v := range s {
		acc = op(acc, v)
	}
	return acc
}

//go:noinline
func reduceRange(n int, f func(lo, hi int) uint64) uint64 {
	if n == 0 {
		return 0
	}
	return f(0, n)
}

//go:noinline
func mapReduce(s []uint64, acc uint64, m func(v uint64) uint64, op func(a, b uint64) uint64) uint64 {
	for _, v := range s {
		acc = op(acc, m(v))
	}
	return acc
}

//go:noinline
func scanInto(dst, s []uint64, acc uint64, op func(a, b uint64) uint64) {
	for i, v := range s {
		acc = op(acc, v)
		dst[i] = acc
	}
}

//go:noinline
func scanExclusiveInto(dst, s []uint64, acc uint64, op func(a, b uint64) uint64) uint64 {
	for i, v := range s {
		dst[i] = acc
		acc = op(acc, v)
	}
	return acc
}

//go:noinline
func count(s []uint64, f func(v uint64) bool) (n int) {
	for _, v := range s {
		if f(v) {
			n++
		}
	}
	return n
}

//go:noinline
func indexFunc(s []uint64, f func(v uint64) bool) int {
	for i, v := range s {
		if f(v) {
			return i
		}
	}
	return -1
}

//go:noinline
func minFunc(s []uint64, cmp func(a, b uint64) int) uint64 {
	m := s[0]
	for _, v := range s[1:] {
		if cmp(v, m) < 0 {
			m = v
		}
	}
	return m
}

//go:noinline
func groupBy(s []uint64, key func(v uint64) uint64) map[uint64][]uint64 {
	groups := map[uint64][]uint64{}
	for _, v := range s {
		k := key(v)
		groups[k] = append(groups[k], v)
	}
	return groups
}

//go:noinline
func countBy(s []uint64, key func(v uint64) uint64) map[uint64]int {
	counts := map[uint64]int{}
	for _, v := range s {
		counts[key(v)]++
	}
	return counts
}

//go:noinline
func histogram(s []uint64, n int, bucket func(v uint64) int) []int {
	counts := make([]int, n)
	for _, v := range s {
		counts[bucket(v)]++
	}
	return counts
}

//go:noinline
func uniqueBy(s []uint64, key func(v uint64) uint64) (out []uint64) {
	seen := map[uint64]bool{}
	for _, v := range s {
		if k := key(v); !seen[k] {
			seen[k] = true
			out = append(out, v)
		}
	}
	return out
}

//go:noinline
func mergeFunc(a, b []uint64, cmp func(a, b uint64) int) []uint64 {
	out := make([]uint64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if cmp(b[0], a[0]) < 0 {
			out, b = append(out, b[0]), b[1:]
		} else {
			out, a = append(out, a[0]), a[1:]
		}
	}
	return append(append(out, a...), b...)
}
