package process

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// An environment is a list of NAME=VALUE, and where in it each name is.
type environment struct {
	list  []string
	index map[string]int
}

// inherited is the environment of this process, which is not supposed to change.
var inherited = sync.OnceValue(func() *environment {
	e := &environment{index: map[string]int{}}
	for _, v := range os.Environ() {
		e.set(v, nil)
	}
	return e
})

// set adds a variable, or replaces the one of the same name: of base, if that has one.
func (e *environment) set(variable string, base map[string]int) {
	name, _, _ := strings.Cut(variable, "=")
	if i, ok := base[name]; ok {
		e.list[i] = variable
	} else if i, ok := e.index[name]; ok {
		e.list[i] = variable
	} else {
		e.index[name] = len(e.list)
		e.list = append(e.list, variable)
	}
}

// environ is the environment of a command: that of this process, with what is added in place of
// what has the same name, and PWD if the command has a directory of its own. Nothing is copied
// if nothing is added, and nothing is compared with what is inherited.
func environ(added []string, dir string) []string {
	if dir != "" {
		if abs, err := filepath.Abs(dir); err == nil {
			added = append([]string{"PWD=" + abs}, added...)
		}
	}
	base := inherited()
	if len(added) == 0 {
		return base.list
	}
	e := environment{list: append(make([]string, 0, len(base.list)+len(added)), base.list...), index: map[string]int{}}
	for _, v := range added {
		e.set(v, base.index)
	}
	return e.list
}
