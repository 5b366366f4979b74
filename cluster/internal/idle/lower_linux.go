package idle

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Lower gives every thread of this process the lowest priority: nice 19, the
// scheduling class idle, and the class idle for the disk. It cannot be taken back
// without privileges. The note says in words what holds, and what does not.
func Lower() (note string, err error) {
	// Linux keeps priorities for each thread, and a new thread has its maker's. Once
	// a pass has found no thread to lower, every thread has been made by a lowered
	// one, or was listed.
	lowered := map[int]bool{}
	idleClass := true
	for {
		news := 0
		tasks, err := filepath.Glob("/proc/self/task/*")
		if err != nil || len(tasks) == 0 {
			return "", fmt.Errorf("list the threads of this process: /proc is not readable")
		}
		for _, task := range tasks {
			thread, err := strconv.Atoi(filepath.Base(task))
			if err != nil || lowered[thread] {
				continue
			}
			switch class, err := lowerThread(thread); {
			case err == unix.ESRCH: // it has ended meanwhile
			case err != nil:
				return "", fmt.Errorf("lower the priority of this process: %w", err)
			default:
				idleClass = idleClass && class
			}
			lowered[thread] = true
			news++
		}
		if news == 0 {
			break
		}
	}
	note = "nice 19, scheduling class idle"
	if !idleClass {
		note = "nice 19, but not the scheduling class idle, which the system refuses"
	}
	return note + lowerSession(), nil
}

// lowerThread lowers one thread and reports whether it has the class idle.
func lowerThread(thread int) (idleClass bool, err error) {
	if err := unix.Setpriority(unix.PRIO_PROCESS, thread, 19); err != nil {
		return false, err
	}
	const ioprioWhoProcess, ioprioClassIdle = 1, 3 << 13
	// Most disk schedulers ignore it: no harm.
	_, _, _ = unix.Syscall(unix.SYS_IOPRIO_SET, ioprioWhoProcess, uintptr(thread), ioprioClassIdle)
	err = unix.SchedSetAttr(thread, &unix.SchedAttr{Policy: unix.SCHED_IDLE, Nice: 19}, 0)
	return err == nil, nil
}

// lowerSession lowers the scheduling group that Linux makes of a session
// (autogroup). Between groups a thread's own priority counts for nothing: a guest in
// a terminal of its own would have as much as all the owner's programs in another.
// It is done only where this process leads its session, because the group is the
// whole session's.
func lowerSession() (note string) {
	enabled, err := os.ReadFile("/proc/sys/kernel/sched_autogroup_enabled")
	if err != nil || strings.TrimSpace(string(enabled)) != "1" {
		return "" // no groups: priorities hold
	}
	session, err := unix.Getsid(0)
	if err != nil || session != os.Getpid() {
		return "; Linux groups processes by session, and this one is not the first of its session: " +
			"start it with setsid, or as a service, and programs of other sessions go first too"
	}
	if err := os.WriteFile("/proc/self/autogroup", []byte("19"), 0); err != nil {
		return fmt.Sprintf("; the priority of its session is as before: %v", err)
	}
	return ", also for its session"
}
