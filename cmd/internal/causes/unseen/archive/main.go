// Archive hashes some documents for half a second. The last one is as long as twenty others.
package main

import (
	"crypto/sha256"
	"fmt"

	"github.com/skua-go/skua/par"
)

type document struct {
	name   string
	rounds int
	sum    [32]byte
}

func digest(d *document) {
	d.sum = sha256.Sum256([]byte(d.name))
	for range d.rounds {
		d.sum = sha256.Sum256(d.sum[:])
	}
}

func main() {
	all := make([]*document, 41)
	for i := range all {
		all[i] = &document{name: fmt.Sprint("document ", i), rounds: 150_000}
	}
	all[40].rounds *= 20
	par.ForEach(all, digest) // the line
	var x byte
	for _, d := range all {
		x ^= d.sum[0]
	}
	fmt.Println(x)
}
