// Scope takes tasks that come one by one, and gives their results in order.
// region scope
package main

import (
	"context"
	"fmt"
	"hash/crc32"

	"github.com/skua-go/skua/par"
)

func main() {
	s := par.NewScope[uint32](context.Background())
	for _, name := range []string{"catch", "chase", "steal"} {
		s.Go(func(context.Context) (uint32, error) {
			return crc32.ChecksumIEEE([]byte(name)), nil
		})
	}
	sums, err := s.Wait()
	fmt.Println(sums, err)
}

// endregion
