package shm

import "testing"

func BenchmarkAlone(b *testing.B) {
	m := join(b, newPath(b), Config{})
	b.ReportAllocs()
	b.ResetTimer()
	for _, err := range m.Map(b.Context(), "square", numbers(b.N)) {
		if err != nil {
			b.Fatal(err)
		}
	}
}
