// Command jsontree parses documents into trees of interface values, as a generic decoder does.
package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/skua-go/skua/par"
)

func text(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"id":1,"items":[`)
	for i := range 300 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"item %d","tags":["a","b","%d"],"size":{"w":%d,"h":2.5}}`, i, n, i)
	}
	b.WriteString(`]}`)
	return []byte(b.String())
}

func depth(v any) int {
	d := 0
	switch v := v.(type) {
	case map[string]any:
		for _, x := range v {
			d = max(d, depth(x))
		}
	case []any:
		for _, x := range v {
			d = max(d, depth(x))
		}
	}
	return d + 1
}

func main() {
	docs := make([][]byte, 48)
	for i := range docs {
		docs[i] = text(i)
	}
	work := make([][]byte, 0, 500)
	for i := range cap(work) {
		work = append(work, docs[i%len(docs)])
	}
	depths := par.Map(work, func(doc []byte) int { // the line
		var v any
		if err := json.Unmarshal(doc, &v); err != nil {
			panic(err)
		}
		return depth(v)
	})
	fmt.Println(depths[0], len(depths))
}
