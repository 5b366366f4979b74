package picture

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// allocated returns how many bytes f allocates, in all goroutines.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

func geometry(t testing.TB, words ...string) (all []Geometry) {
	t.Helper()
	for _, w := range words {
		g, err := ParseGeometry(w)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// TestMemory makes outputs of every kind of file and wants no more to be allocated than
// Memory says. With PICTURE_LONG it takes larger pictures, and minutes.
func TestMemory(t *testing.T) {
	quick := [2]int{500, 401} // large enough for pixels to count for more than tables
	sizes := [][2]int{{1, 1}, {2, 70}, {201, 143}, quick}
	if os.Getenv("PICTURE_LONG") != "" {
		sizes = append(sizes, [][2]int{{640, 427}, {3000, 2}, {2, 3000}, {1203, 901}}...)
	}
	for _, size := range sizes {
		picture := noise(size[0], size[1])
		for kind, data := range kinds(t, picture) {
			h, err := ReadHeader(bytes.NewReader(data))
			if err != nil {
				t.Errorf("%s: %v", kind, err)
				continue
			}
			specs := []Spec{
				{Sizes: geometry(t, "25%")},
				{Sizes: geometry(t, "13%"), Format: JPEG, Quality: 100},
				{Sizes: geometry(t, "75%"), Format: PNG},
				{Sizes: geometry(t, "100%", "50%", "30%"), Format: JPEG, Quality: 100},
				{Sizes: geometry(t, "150%"), Format: PNG, Compression: "best"},
				{Strip: true, Format: PNG, Compression: "none"},
			}
			if size == quick { // the first of them: encoding noise takes long
				specs = specs[:expect.Size(1, 1, 2)]
			}
			for _, s := range specs {
				var err error
				got := allocated(func() { _, err = s.Make(context.Background(), data) })
				if err != nil {
					t.Errorf("%s %v: %v", kind, size, err)
					break
				}
				most := h.Memory(&s)
				if h.Format == JPEG { // which is decoded once more if it is broken
					got = max(got, allocated(func() { _, err = s.Make(context.Background(), data[:len(data)-len(data)/8]) }))
					if err == nil && size == quick {
						t.Errorf("%s: a file that is cut off is no error", kind)
					}
				}
				if got > most {
					t.Errorf("%s %v to %v %s: %d bytes allocated, Memory says %d", kind, size, s.Sizes, s.Format, got, most)
				}
				if size == quick {
					t.Logf("%-20s %v %-5s %5.1f MB of %5.1f (%.0f %%)", kind, s.Sizes, s.Format, float64(got)/1e6, float64(most)/1e6, 100*float64(got)/float64(most))
				}
			}
		}
	}
}
