package hangs

import (
	"os"
	"strconv"
	"testing"
)

func TestHang(t *testing.T) {
	if file := os.Getenv("HANG"); file != "" {
		if err := os.WriteFile(file+".new", []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
			t.Fatal(err)
		}
		os.Rename(file+".new", file)
		select {}
	}
}

func TestOther(t *testing.T) {}
