//go:build linux && (amd64 || arm64)

package shm

import "testing"

// Alone; with helpers: internal/shmbench.
func BenchmarkMap(b *testing.B) {
	m := join(b, newPath(b), Config{})
	b.ReportAllocs()
	b.ResetTimer()
	for _, err := range m.Map(b.Context(), "square", numbers(b.N)) {
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDo(b *testing.B) {
	m := join(b, newPath(b), Config{})
	payload := number(7)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Do(b.Context(), "square", payload); err != nil {
			b.Fatal(err)
		}
	}
}
