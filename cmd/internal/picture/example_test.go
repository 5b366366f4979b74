package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"

	"github.com/skua-go/skua/cmd/internal/picture"
)

// file returns a PNG of 600 by 400 pixels.
func file() []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 600, 400))); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func size(words string) picture.Geometry {
	g, err := picture.ParseGeometry(words)
	if err != nil {
		panic(err)
	}
	return g
}

func ExampleParseGeometry() {
	g, err := picture.ParseGeometry("300x300>")
	fmt.Println(g, err)
	_, err = picture.ParseGeometry("300x")
	fmt.Println(err)
	_, err = picture.ParseGeometry("wide")
	fmt.Println(err)
	// Output:
	// 300x300> <nil>
	// <nil>
	// picture: size "wide": "wide" is not a number; allowed are 800x600, 800, x600, 50%, 50%x30% and 10000@, followed by any of ! > < ^
}

func ExampleGeometry_Of() {
	for _, words := range []string{"300x300", "300x300!", "300x300^", "x100", "50%", "900x900>"} {
		w, h := size(words).Of(600, 400)
		fmt.Printf("%s: %dx%d\n", words, w, h)
	}
	// Output:
	// 300x300: 300x200
	// 300x300!: 300x300
	// 300x300^: 450x300
	// x100: 150x100
	// 50%: 300x200
	// 900x900>: 600x400
}

func ExampleGeometry_MarshalText() {
	text, err := size("50%").MarshalText()
	fmt.Println(string(text), err)
	// Output: 50% <nil>
}

func ExampleGeometry_UnmarshalText() {
	var g picture.Geometry
	fmt.Println(g.UnmarshalText([]byte("x600")), g)
	// Output: <nil> x600
}

func ExampleParseFormat() {
	f, err := picture.ParseFormat("jpg")
	fmt.Println(f, f.Ext(), f.Name(), err)
	_, err = picture.ParseFormat("avif")
	fmt.Println(err)
	// Output:
	// jpeg .jpg JPEG <nil>
	// picture: cannot write "avif"; allowed are jpeg and png
}

func ExampleOfName() {
	fmt.Printf("%q %q\n", picture.OfName("a/b.JPG"), picture.OfName("notes.txt"))
	// Output: "jpeg" ""
}

func ExampleReadHeader() {
	h, err := picture.ReadHeader(bytes.NewReader(file()))
	w, height := h.Upright()
	fmt.Println(h.Format, w, height, err)
	_, err = picture.ReadHeader(bytes.NewReader([]byte("%PDF-1.7")))
	fmt.Println(err)
	// Output:
	// png 600 400 <nil>
	// picture: this is a PDF document; read are JPEG, PNG, GIF, WebP, BMP and TIFF
}

func ExampleHeader_Memory() {
	h, err := picture.ReadHeader(bytes.NewReader(file()))
	if err != nil {
		panic(err)
	}
	small := picture.Spec{Sizes: []picture.Geometry{size("10%")}}
	large := picture.Spec{Sizes: []picture.Geometry{size("500%")}}
	fmt.Println(h.Memory(&small) < h.Memory(&large))
	// Output: true
}

func ExampleSpec_Check() {
	s := picture.Spec{Quality: 200}
	fmt.Println(s.Check())
	// Output: picture: quality 200; allowed are 1 to 100
}

func ExampleSpec_Plan() {
	h, err := picture.ReadHeader(bytes.NewReader(file()))
	if err != nil {
		panic(err)
	}
	s := picture.Spec{Sizes: []picture.Geometry{size("300x"), size("x100")}, Format: picture.JPEG}
	outs, err := s.Plan(h)
	for _, o := range outs {
		fmt.Printf("%dx%d%s\n", o.Width, o.Height, o.Format.Ext())
	}
	fmt.Println(err)
	// Output:
	// 300x200.jpg
	// 150x100.jpg
	// <nil>
}

func ExampleSpec_Make() {
	s := picture.Spec{Sizes: []picture.Geometry{size("300x"), size("x100")}}
	outs, err := s.Make(context.Background(), file())
	for _, o := range outs {
		c, err := png.DecodeConfig(bytes.NewReader(o.Data))
		fmt.Println(c.Width, c.Height, err)
	}
	fmt.Println(err)
	// Output:
	// 300 200 <nil>
	// 150 100 <nil>
	// <nil>
}
