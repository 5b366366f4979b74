package photo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/skua-go/skua/cmd/internal/photo"
)

func ExampleSet_Plan() {
	for _, f := range (photo.Set{Files: 4, Seed: 1, Least: 1, Most: 1}).Plan() {
		fmt.Println(f.Name, f.Format)
	}
	// Output:
	// photo-0001.jpg jpeg
	// photo-0002.jpg jpeg
	// photo-0003.jpg jpeg
	// photo-0004.png png
}

func ExampleWrite() {
	dir, _ := os.MkdirTemp("", "photo")
	defer os.RemoveAll(dir)
	set := photo.Set{Files: 3, Least: 0.01, Most: 0.02}
	if err := photo.Write(context.Background(), dir, set.Plan(), nil); err != nil {
		fmt.Println(err)
	}
	files, _ := os.ReadDir(dir)
	fmt.Println(len(files), "files")
	// Output: 3 files
}

func ExampleBroken() {
	dir, _ := os.MkdirTemp("", "photo")
	defer os.RemoveAll(dir)
	files, err := photo.Broken(dir, 1)
	fmt.Println(files[0].Name, files[0].Expect, err)
	fmt.Println(files[1].Name, files[1].Expect, files[1].What)
	// Output:
	// good.jpg works <nil>
	// empty.jpg fails no bytes
}

func ExampleScene() {
	fmt.Println(photo.Scene(1, 40, 30).Bounds())
	// Output: (0,0)-(40,30)
}

func ExampleFile_Encode() {
	f := photo.File{Format: photo.JPEG, Width: 40, Height: 30, Quality: 90}
	data, err := f.Encode()
	fmt.Printf("%x %v\n", data[:2], err)
	// Output: ffd8 <nil>
}

func ExampleFile_Upright() {
	f := photo.File{Width: 40, Height: 30, Orientation: 6}
	fmt.Println(f.Upright())
	// Output: 30 40
}

func ExampleName() {
	text, _ := json.Marshal(photo.Name("not-utf8-\xff.jpg"))
	fmt.Println(string(text))
	// Output: "not-utf8-\\xff.jpg"
}
