//skua:allow wait that its tasks wait is what skua why is to find

// Command pipeline hands blocks from task to task through a channel without room, while the
// consumer takes its time for each.
package main

import (
	"context"
	"fmt"
	"hash/crc32"

	"github.com/skua-go/skua"
)

func fill(block []byte, seed int) {
	for i := range block {
		seed = seed*1103515245 + 12345
		block[i] = byte(seed >> 16)
	}
}

func main() {
	blocks := make(chan []byte)
	free := make(chan []byte, 1)
	free <- make([]byte, 1<<20)
	var sum uint32
	err := skua.Default().Run(context.Background(), func(w *skua.Worker) error {
		s := skua.NewScope(context.Background(), w)
		s.Go(func(*skua.Worker) error {
			for i := range 150 {
				b := <-free // the only one
				fill(b, i)
				blocks <- b
			}
			close(blocks)
			return nil
		})
		s.Go(func(*skua.Worker) error {
			for b := range blocks {
				for range 20 {
					sum ^= crc32.ChecksumIEEE(b)
				}
				free <- b
			}
			return nil
		})
		return s.Wait()
	})
	fmt.Println(sum, err)
}
