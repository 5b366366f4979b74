package idle

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// asGuest in the environment makes the test binary lower itself: that cannot be
// taken back, so the test must not do it to its own process.
const asGuest = "SKUA_TEST_AS_GUEST"

func TestMain(m *testing.M) {
	if os.Getenv(asGuest) != "" {
		lowerAndTell()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// lowerAndTell lowers this process while it has several threads, makes more of
// them, and prints the note and then the priority of each thread.
func lowerAndTell() {
	threads := func() {
		for range 8 {
			go func() { runtime.LockOSThread(); select {} }()
		}
	}
	count := func() int {
		tasks, _ := filepath.Glob("/proc/self/task/*")
		return len(tasks)
	}
	threads()
	for count() < 8 {
		time.Sleep(time.Millisecond)
	}
	note, err := Lower()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(note)
	threads()
	for count() < 16 {
		time.Sleep(time.Millisecond)
	}
	tasks, _ := filepath.Glob("/proc/self/task/*")
	for _, task := range tasks {
		thread, _ := strconv.Atoi(filepath.Base(task))
		attr, err := unix.SchedGetAttr(thread, 0)
		nice, _ := unix.Getpriority(unix.PRIO_PROCESS, thread)
		if err == nil {
			fmt.Println("thread", 20-nice, attr.Policy == unix.SCHED_IDLE) // the kernel returns 20 - nice
		}
	}
	group, err := os.ReadFile("/proc/self/autogroup")
	fmt.Printf("group %s %v\n", group, err)
}

func TestLower(t *testing.T) {
	for _, leads := range []bool{false, true} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), asGuest+"=1")
		cmd.SysProcAttr = &unix.SysProcAttr{Setsid: leads}
		text, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if !strings.HasPrefix(lines[0], "nice 19") {
			t.Fatalf("Lower says %q, want a note that begins with nice 19", lines[0])
		}
		class := !strings.Contains(lines[0], "refuses")
		want, threads := fmt.Sprintf("thread 19 %v", class), 0
		for _, line := range lines[1:] {
			if strings.HasPrefix(line, "thread") {
				if threads++; line != want {
					t.Errorf("%q, want %q for each thread", line, want)
				}
			}
		}
		if threads < 16 {
			t.Errorf("%d threads are listed, want 16 or more:\n%s", threads, text)
		}
		if enabled, err := os.ReadFile("/proc/sys/kernel/sched_autogroup_enabled"); err != nil || string(enabled) != "1\n" {
			continue // this kernel has no groups
		}
		lowered := strings.Contains(string(text), "nice 19\n <nil>")
		if leads != lowered && !strings.Contains(lines[0], "as before") {
			t.Errorf("the process leads its session: %v; its group is lowered: %v\n%s", leads, lowered, text)
		}
	}
}
