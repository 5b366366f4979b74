package picture

import (
	"bytes"
	"context"
	"fmt"
	"testing"
)

// TestScale wants the scale that leaves twice the output.
func TestScale(t *testing.T) {
	for _, c := range []struct {
		words       string
		orientation int
		h, want     int
	}{
		{"100%", 1, 2, 1}, {"401x", 1, 2, 1}, {"400x", 1, 2, 2}, {"200x", 1, 2, 4}, {"100x", 1, 2, 8}, {"10x", 1, 2, 8},
		{"120%", 1, 2, 1}, {"200x", 1, 4, 2}, {"100x200!", 1, 2, 4}, {"100x200!", 6, 2, 8},
	} {
		s := Spec{Sizes: geometry(t, c.words)}
		h := Header{Format: JPEG, Width: 1600, Height: 1600, Orientation: c.orientation, layout: layout{h: c.h, v: 1}}
		if c.orientation == 6 {
			h.Width = 3200
		}
		outs, err := s.Plan(h)
		if err != nil {
			t.Fatal(err)
		}
		if got := (&job{Spec: &s, header: h}).scale(outs[0]); got != c.want {
			t.Errorf("%v of orientation %d, with chroma of 1/%d: scale %d, want %d", c.words, c.orientation, c.h, got, c.want)
		}
	}
	h := Header{Format: PNG, Width: 1600, Height: 1600}
	if got := (&job{Spec: &Spec{}, header: h}).scale(Output{Width: 1, Height: 1}); got != 1 {
		t.Errorf("a PNG has scale %d, want 1", got)
	}
}

// TestScaledQuality wants nearly the same outputs of a JPEG that is decoded smaller and of the same one
// decoded whole.
func TestScaledQuality(t *testing.T) {
	data := encodeJPEG(t, to8Bits(sketch(805, 603, contents["photo"])), 92)
	h, err := ReadHeader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, scale := range []int{1, 2, 4, 8} {
		s := Spec{Format: PNG, Sizes: geometry(t, fmt.Sprintf("%dx", 400/scale-2))}
		outs := mustMake(t, s, data)
		all := decodeScaled(h, data, []int{scale})
		if all == nil {
			t.Fatalf("a JPEG is not decoded at 1/%d", scale)
		}
		if w := all[0].Bounds().Dx(); w != (805+scale-1)/scale {
			t.Errorf("at 1/%d the width is %d", scale, w)
		}
		m, err := decode(h, data)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := s.Plan(h)
		if err != nil {
			t.Fatal(err)
		}
		if err := run(context.Background(), &job{Spec: &s, header: h, data: data, outs: whole}, open8(m, 805, 603)); err != nil {
			t.Fatal(err)
		}
		if db := psnr(decoded(t, outs[0].Data), decoded(t, whole[0].Data)); db < 40 || db == 99 {
			t.Errorf("at 1/%d the PSNR against the whole picture is %.1f dB, want 40, and not the same picture", scale, db)
		}
	}
}
