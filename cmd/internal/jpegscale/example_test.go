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
	m, err := jpegscale.Decode(file.Bytes(), 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Bounds().Size())
	// Output: (251,125)
}
