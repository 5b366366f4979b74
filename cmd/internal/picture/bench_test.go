package picture

import (
	"context"
	"os"
	"testing"
)

// BenchmarkMake measures one picture, which PICTURE names.
func BenchmarkMake(b *testing.B) {
	name := os.Getenv("PICTURE")
	if name == "" {
		b.Skip("PICTURE names no file")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	for _, sizes := range [][]string{{"800x600"}, {"1440", "720", "480"}, {"1010"}} {
		s := Spec{}
		for _, t := range sizes {
			g, err := ParseGeometry(t)
			if err != nil {
				b.Fatal(err)
			}
			s.Sizes = append(s.Sizes, g)
		}
		b.Run("sizes="+sizes[0], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Make(context.Background(), data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
