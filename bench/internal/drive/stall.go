package drive

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	stallLook  = 100 * time.Millisecond
	stallTicks = 2 // hundredths of a second that a purge goroutine may use meanwhile
)

// watch calls stalled, once, when process pid has used next to no processor time
// for as long as patience; it returns when done is closed. A process of which a thread waited
// for a processor most of that time is starved and gets another chance: the
// runtime's own threads are ready now and then in a deadlock, too. Without /proc
// it never calls, and the deadline has to do.
func watch(pid int, patience time.Duration, done <-chan struct{}, stalled func()) {
	tick := time.NewTicker(stallLook)
	defer tick.Stop()
	since, used, looks, ready := time.Now(), uint64(0), 0, 0
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		now, runs, ok := progress(pid)
		if !ok {
			return
		}
		looks++
		if runs {
			ready++
		}
		starved := 2*ready > looks
		switch late := time.Since(since) > patience; {
		case now > used+stallTicks, now < used, late && starved: // less, if a thread has ended
			since, used, looks, ready = time.Now(), now, 0, 0
		case late:
			stalled()
			return
		}
	}
}

// progress returns the clock ticks that pid has used, and whether a thread of it
// runs, or would if there were a processor.
func progress(pid int) (ticks uint64, runs, ok bool) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, name := range threads {
		stat, err := os.ReadFile(name)
		if err != nil {
			continue // it has just ended
		}
		_, fields, found := strings.Cut(string(stat), ") ") // the name may hold anything
		var state byte
		var skip string
		var user, system uint64
		n, _ := fmt.Sscanf(fields, "%c %s %s %s %s %s %s %s %s %s %s %d %d", &state,
			&skip, &skip, &skip, &skip, &skip, &skip, &skip, &skip, &skip, &skip, &user, &system)
		if !found || n != 13 {
			continue
		}
		ok = true
		ticks += user + system
		runs = runs || state == 'R' || state == 'D'
	}
	return ticks, runs, ok
}
