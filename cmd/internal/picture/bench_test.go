package picture

import (
	"context"
	"os"
	"testing"
)

// BenchmarkMake measures one picture: a small one that is drawn, or that which PICTURE names.
func BenchmarkMake(b *testing.B) {
	data := encodeJPEG(b, to8Bits(sketch(1200, 900, contents["photo"])), 90)
	if name := os.Getenv("PICTURE"); name != "" {
		var err error
		if data, err = os.ReadFile(name); err != nil {
			b.Fatal(err)
		}
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
