package fails

import (
	"fmt"
	"testing"
)

func TestGood(t *testing.T) { t.Log("good") }

func TestBad(t *testing.T) {
	t.Run("deep", func(t *testing.T) { t.Fatal("fatal") })
	t.Error("error")
}

func Example() {
	fmt.Println("one")
	// Output: two
}
