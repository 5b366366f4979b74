// Package loop goes through a loop's indices.
package loop

import "github.com/skua-go/skua"

func Sum() {
	sum := 0
	l := skua.Loop{To: 10, Body: func(p *skua.Part) {
		for p.Next() {
			sum += p.Index()
		}
	}}
	l.Run(skua.Default())
	print(sum)
}
