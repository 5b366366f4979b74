package strand_test

import (
	"strings"
	"testing"

	"github.com/skua-go/skua/strand"
)

func TestMisuse(t *testing.T) {
	int0 := func() int { return 0 }
	var noReducer *strand.Reducer[int]
	var noHolder *strand.Holder[int]
	in := func(f func()) func() { // in a task
		return func() { stolen(two(t), f, func() {}) }
	}
	for name, f := range map[string]func(){
		"no identity":         func() { strand.NewReducer(nil, func(a, b int) int { return a }) },
		"no merge":            func() { strand.NewReducer(int0, nil) },
		"no function":         func() { strand.NewHolder[int](nil) },
		"nil, View":           func() { noReducer.View() },
		"nil, View in a task": in(func() { noReducer.View() }),
		"nil, Value":          func() { noReducer.Value() },
		"zero, View":          func() { new(strand.Reducer[int]).View() },
		"zero, in a task":     in(func() { new(strand.Reducer[int]).View() }),
		"zero, Value":         func() { new(strand.Reducer[int]).Value() },
		"nil holder":          func() { noHolder.View() },
		"nil holder, in task": in(func() { noHolder.View() }),
		"zero holder":         func() { new(strand.Holder[int]).View() },
		"zero holder in task": in(func() { new(strand.Holder[int]).View() }),
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				v := recover()
				text, ok := v.(string)
				if e, is := v.(interface{ Unwrap() error }); is && !ok {
					text = e.(error).Error()
				}
				if !strings.Contains(text, "strand: ") {
					t.Errorf("it panics with %v, want a message of package strand", v)
				}
			}()
			f()
		})
	}
}
