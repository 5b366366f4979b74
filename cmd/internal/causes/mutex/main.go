// Command mutex counts how often words of a made-up text occur, in one map behind one lock.
package main

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/skua-go/skua/par"
)

type counter struct {
	mu    sync.Mutex
	words map[string]int
}

// add holds the lock for all words of a line.
func (c *counter) add(line int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range 2000 {
		c.words["word"+strconv.Itoa(line*i%5000)]++
	}
}

func main() {
	c := counter{words: map[string]int{}}
	par.For(3000, func(line int) { // the line
		c.add(line)
	})
	fmt.Println(len(c.words))
}
