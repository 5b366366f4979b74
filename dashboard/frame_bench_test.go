package dashboard

import "testing"

func BenchmarkFrame(b *testing.B) {
	r := generated(64, 512, 100)
	for b.Loop() {
		fit(newFrame(r, nil, &Config{}), r)
	}
}
