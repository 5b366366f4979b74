package process

import (
	"bytes"
	"os"
	"strconv"
)

// othersAlive tells whether the group of a process that has ended has members that have not.
// It looks at all processes, and is for groups that are being killed.
func (c *child) othersAlive() bool {
	dir, err := os.Open("/proc")
	if err != nil {
		return true // cannot be known: the group has all of its grace
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	group := []byte(strconv.Itoa(c.pid))
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		stat, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // ended meanwhile
		}
		// pid (name) state ppid pgrp …, and a name may have parentheses
		f := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(f) > 2 && bytes.Equal(f[2], group) && f[0][0] != 'Z' && f[0][0] != 'X' {
			return true
		}
	}
	return false
}
