package replay

import (
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"sync"
)

// program names this program: a checksum and the length of its file, the version of Go and the
// platform. Where the file cannot be read the hash is "unknown", which is taken to be the same
// everywhere.
var program = sync.OnceValue(func() string {
	return fmt.Sprintf("%s %s %s/%s", fileHash(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
})

func fileHash() string {
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(path)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	h := crc32.New(crc32.MakeTable(crc32.Castagnoli)) // in hardware: a program may be large
	size, err := io.Copy(h, f)
	if err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%08x-%d", h.Sum32(), size)
}
