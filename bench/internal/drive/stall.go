package drive

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	stallLook  = 100 * time.Millisecond
	stallTicks = 2 // hundredths of a second that a purge goroutine may use meanwhile
)

// watch returns when done is closed, with the most memory that process pid was seen to
// have. It calls stalled, once, when process pid has used next to no processor time
// for as long as patience, if that is positive. A process of which a thread waited
// for a processor most of that time is starved and gets another chance: the
// runtime's own threads are ready now and then in a deadlock, too. Without /proc
// it never calls, and the deadline has to do.
func watch(pid int, patience time.Duration, done <-chan struct{}, stalled func()) (peak int64) {
	tick := time.NewTicker(stallLook)
	defer tick.Stop()
	since, used, looks, ready := time.Now(), uint64(0), 0, 0
	for {
		select {
		case <-done:
			return peak
		case <-tick.C:
		}
		now, runs, ok := progress(pid)
		if !ok {
			return peak
		}
		peak = max(peak, residentPeak(strconv.Itoa(pid)))
		looks++
		if runs {
			ready++
		}
		starved := 2*ready > looks
		switch late := time.Since(since) > patience; {
		case now > used+stallTicks, now < used, late && starved: // less, if a thread has ended
			since, used, looks, ready = time.Now(), now, 0, 0
		case patience > 0 && late:
			stalled()
			return peak
		}
	}
}

// residentPeak is the most memory that process pid, a number or "self", has had resident
// since it was started; 0 if there is no /proc. The kernel's other count, that of
// getrusage, begins with the memory of the process that started it.
func residentPeak(pid string) int64 {
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return 0
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int64
	fmt.Sscan(line, &kilobytes)
	return kilobytes << 10
}

// progress returns the clock ticks that pid has used, and whether a thread of it
// runs, or would if there were a processor and it were not stopped.
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
		runs = runs || state == 'R' || state == 'D' || state == 'T'
	}
	return ticks, runs, ok
}
