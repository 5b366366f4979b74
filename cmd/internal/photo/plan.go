package photo

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// A Set says which files to make. The zero value of a field is its default.
type Set struct {
	Files    int     // default 200
	Seed     uint64  // default 0
	Least    float64 // megapixels of the smallest; default 1
	Most     float64 // megapixels of the largest; default 24
	OnlyJPEG bool    // no PNG, GIF, BMP, TIFF and WebP, which are each a twentieth otherwise
	PerRoll  int     // files in a directory of its own; 0: all in one
}

// The formats of a File.
const (
	JPEG = "jpeg"
	PNG  = "png"
	GIF  = "gif"
	BMP  = "bmp"
	TIFF = "tiff"
	WebP = "webp"
)

// A File is one photograph: what is needed to make it, and to check what was made of it.
type File struct {
	Name        string `json:"name"` // with slashes, below the directory of the set
	Format      string `json:"format"`
	Width       int    `json:"width"` // as stored
	Height      int    `json:"height"`
	Orientation int    `json:"orientation,omitempty"` // EXIF's, 1 to 8; 0: the file has no EXIF
	Quality     int    `json:"quality,omitempty"`     // JPEG's
	Gray        bool   `json:"gray,omitempty"`
	Variant     int    `json:"variant,omitempty"` // of PNG: 0 RGB, 1 with alpha, 2 gray of 16 bits
	Seed        uint64 `json:"seed"`
}

// Upright is the file's size as it is to be seen.
func (f *File) Upright() (width, height int) {
	if f.Orientation >= 5 {
		return f.Height, f.Width
	}
	return f.Width, f.Height
}

// Plan lists the files of the set. File n is the same in every set with the same seed and
// sizes.
func (s Set) Plan() []File {
	if s.Files == 0 {
		s.Files = 200
	}
	if s.Least == 0 {
		s.Least = 1
	}
	if s.Most == 0 {
		s.Most = max(24, s.Least)
	}
	files := make([]File, s.Files)
	for i := range files {
		files[i] = s.file(i)
	}
	return files
}

// formats has those that are no JPEG, by the number of the file modulo 20.
var formats = map[int]string{3: PNG, 7: GIF, 11: BMP, 15: TIFF, 19: WebP}

// mostPixels bounds the formats that compress slowly, or not at all.
var mostPixels = map[string]float64{PNG: 3, GIF: 1, BMP: 2, TIFF: 2, WebP: 1}

var (
	aspects   = [][2]float64{{4, 3}, {3, 2}, {3, 4}, {16, 9}, {2, 3}, {1, 1}}
	qualities = []int{92, 85, 75, 90, 80, 95}
)

func (s Set) file(i int) File {
	r := rand.New(rand.NewPCG(s.Seed, uint64(i)))
	f := File{Format: JPEG, Seed: r.Uint64()}
	if other := formats[i%20]; other != "" && !s.OnlyJPEG {
		f.Format, f.Variant = other, i/20%3
	}
	// As many files between 1 and 2 megapixels as between 12 and 24.
	mp := s.Least * math.Pow(s.Most/s.Least, r.Float64())
	if most, ok := mostPixels[f.Format]; ok {
		mp = min(mp, most)
	}
	aspect := aspects[r.IntN(len(aspects))]
	side := math.Sqrt(mp * 1e6 / (aspect[0] * aspect[1]))
	f.Width, f.Height = max(1, int(aspect[0]*side)), max(1, int(aspect[1]*side))
	if f.Format == JPEG {
		f.Quality = qualities[i%len(qualities)]
		f.Gray = i%20 == 5
		if i%2 == 0 {
			f.Orientation = i/2%8 + 1
		}
	}
	f.Name = fmt.Sprintf("photo-%04d.%s", i+1, extension[f.Format])
	if s.PerRoll > 0 {
		f.Name = fmt.Sprintf("roll-%02d/%s", i/s.PerRoll+1, f.Name)
	}
	return f
}

var extension = map[string]string{JPEG: "jpg", PNG: "png", GIF: "gif", BMP: "bmp", TIFF: "tif", WebP: "webp"}
