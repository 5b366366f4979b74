package call

import (
	"context"
	"errors"
	"testing"

	"github.com/skua-go/skua"
)

// TestStretch: what ends a call whose context never ends stops the stretches that run, which ask no context.
func TestStretch(t *testing.T) {
	failed := errors.New("failed")
	for name, end := range map[string]func(c *Failures){
		"a failure, in time": func(c *Failures) { c.Note(9, failed) },
		"a lost body":        (*Failures).Lose,
		"nobody wants it":    (*Failures).Stop,
		"cut":                func(c *Failures) { c.Cut(context.Background()) },
		"lost, then a failure": func(c *Failures) {
			c.Lose()
			c.Note(9, failed)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Settings{AsReady: name != "lost, then a failure"}.Watch("Test", context.Background())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			var ran []int
			loop := skua.Loop{To: 10, Workers: 1, Body: func(p *skua.Part) {
				s := c.Stretch(0)
				p.Next()
				s.Run(p, func(_ context.Context, i int) error {
					ran = append(ran, i)
					if i == 2 {
						end(c)
					}
					return nil
				})
			}}
			loop.Run(skua.Default())
			if len(ran) != 3 {
				t.Errorf("ran %v, want 0 to 2", ran)
			}
			if c.Result() == nil {
				t.Error("no error")
			}
		})
	}
}
