// Command wordcount counts words of documents with a goroutine-safe index: a map and a mutex.
package main

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/skua-go/skua"
)

type index struct {
	sync.Mutex
	postings map[string][]int
}

func (ix *index) insert(doc int, text string) {
	ix.Lock()
	for _, w := range strings.Fields(text) {
		l := ix.postings[w]
		if len(l) == 0 || l[len(l)-1] != doc {
			ix.postings[w] = append(l[:min(len(l), 64)], doc)
		}
	}
	ix.Unlock()
}

func document(n int) string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "w%d ", (n*31+i*i)%900)
	}
	return b.String()
}

func main() {
	texts := make([]string, 64)
	for i := range texts {
		texts[i] = document(i)
	}
	ix := &index{postings: map[string][]int{}}
	pool := skua.Default()
	err := pool.Run(context.Background(), func(w *skua.Worker) error {
		s := skua.NewScope(context.Background(), w)
		for n := range 16000 {
			s.Go(func(*skua.Worker) error { // the line
				ix.insert(n, texts[n%len(texts)])
				return nil
			})
		}
		return s.Wait()
	})
	fmt.Println(len(ix.postings), err)
}
