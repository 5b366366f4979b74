package calc

import (
	"fmt"
	"os"
	"testing"
)

func TestSum(t *testing.T) {
	if Sum(1, 2) != 3 {
		t.Error("3")
	}
}

func TestZero(t *testing.T) {
	if Sum(0, 2) != 2 {
		t.Error("2")
	}
	t.Log("logged")
}

func TestSign(t *testing.T) {
	for n, want := range map[int]string{-2: "-"} {
		t.Run(want, func(t *testing.T) {
			if Sign(n) != want {
				t.Error(n)
			}
		})
	}
}

func TestParallelA(t *testing.T) { t.Parallel() }
func TestParallelB(t *testing.T) { t.Parallel() }

func TestSkipped(t *testing.T) { t.Skip("a reason") }

func TestShort(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
}

func TestPrint(t *testing.T) {
	fmt.Print("no newline")
	fmt.Fprintln(os.Stderr, "to stderr")
}

func TestDirectory(t *testing.T) {
	if data, err := os.ReadFile("testdata/file"); err != nil || string(data) != "text\n" {
		t.Errorf("%q, %v", data, err)
	}
}

func TestEnvironment(t *testing.T) {
	dir, _ := os.Getwd()
	if os.Getenv("PWD") != dir || os.Getenv("SKUA_TEST_DESK") != "" {
		t.Error(os.Getenv("PWD"), os.Getenv("SKUA_TEST_DESK"))
	}
}

func FuzzSum(f *testing.F) {
	f.Add(1, 2)
	f.Add(0, 0)
	f.Fuzz(func(t *testing.T, a, b int) { Sum(a, b) })
}

func ExampleSum() {
	fmt.Println(Sum(2, 2))
	// Output: 4
}

func BenchmarkSum(b *testing.B) {
	for b.Loop() {
		Sum(1, 2)
	}
}
