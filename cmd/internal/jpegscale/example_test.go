package jpegscale_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"

	"github.com/skua-go/skua/cmd/internal/jpegscale"
)

func ExampleDecode() {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewGray(image.Rect(0, 0, 1001, 500)), nil); err != nil {
		fmt.Println(err)
		return
	}
	all, err := jpegscale.Decode(file.Bytes(), 4, 8)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range all {
		fmt.Println(m.Bounds().Size())
	}
	// Output:
	// (251,125)
	// (126,63)
}
