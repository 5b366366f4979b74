package process

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// inherited is the environment of this process, which is not supposed to change.
var inherited = sync.OnceValue(os.Environ)

// environ is the environment of a command: that of this process, with what is added in place of
// what has the same name, and PWD if the command has a directory of its own. Nothing is copied
// if nothing is added.
func environ(added []string, dir string) []string {
	if dir != "" {
		if abs, err := filepath.Abs(dir); err == nil {
			added = append([]string{"PWD=" + abs}, added...)
		}
	}
	if len(added) == 0 {
		return inherited()
	}
	env := make([]string, 0, len(inherited())+len(added))
	for i, list := range [][]string{inherited(), added} {
		for j, v := range list {
			if i == 0 && replaced(v, added) || i == 1 && replaced(v, added[j+1:]) {
				continue
			}
			env = append(env, v)
		}
	}
	return env
}

// replaced tells whether the list has a variable of the same name.
func replaced(variable string, list []string) bool {
	name, _, _ := strings.Cut(variable, "=")
	for _, v := range list {
		if other, _, _ := strings.Cut(v, "="); other == name {
			return true
		}
	}
	return false
}
