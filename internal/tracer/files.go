package tracer

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// files reads what Linux tells in files. The root is a parameter for tests.
type files struct{ root fs.FS }

func (f files) text(name string) string {
	data, err := fs.ReadFile(f.root, name)
	if err != nil {
		return ""
	}
	return string(data)
}

// hertz is USER_HZ, which is in what /proc/stat counts: 100 wherever Go runs.
const hertz = 100

// stat returns the processors' busy and stolen seconds since the machine began.
func (f files) stat() (busy, steal float64) {
	line, _, _ := strings.Cut(f.text("proc/stat"), "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return unknown, unknown
	}
	for k, field := range fields[1:9] { // user nice system idle iowait irq softirq steal
		n, err := strconv.ParseFloat(field, 64)
		switch {
		case err != nil:
			return unknown, unknown
		case k == 7:
			steal = n / hertz
		case k != 3 && k != 4:
			busy += n / hertz
		}
	}
	return busy, steal
}

// runDelay returns for how long threads of the program have waited for a processor.
func (f files) runDelay() float64 {
	tasks, err := fs.Glob(f.root, "proc/self/task/*/schedstat")
	if err != nil || len(tasks) == 0 {
		return unknown
	}
	sum, any := 0.0, false
	for _, name := range tasks {
		fields := strings.Fields(f.text(name)) // on a processor, waiting, time slices
		if len(fields) < 2 {
			continue // the thread has ended
		}
		ns, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			return unknown
		}
		sum, any = sum+ns/1e9, true
	}
	if !any {
		return unknown
	}
	return sum
}

// cpu returns the processor's name.
func (f files) cpu() string {
	for line := range strings.Lines(f.text("proc/cpuinfo")) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// group is the control group of the program: its folder, in the way of version 1 or 2.
type group struct {
	mount, dir string
	second     bool
}

// groups returns the group of the program that limits processors; of both versions if both are
// there.
func (f files) groups() (found []group) {
	for line := range strings.Lines(f.text("proc/self/cgroup")) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 {
			continue
		}
		if fields[0] == "0" && fields[1] == "" {
			found = append(found, group{"sys/fs/cgroup", fields[2], true})
		}
		for _, controller := range strings.Split(fields[1], ",") {
			if controller == "cpu" {
				found = append(found, group{"sys/fs/cgroup/" + fields[1], fields[2], false})
				found = append(found, group{"sys/fs/cgroup/cpu", fields[2], false})
			}
		}
	}
	return found
}

// up calls visit for the group's folder and those around it.
func (g group) up(visit func(dir string)) {
	for dir := path.Join("/", g.dir); ; dir = path.Dir(dir) {
		visit(path.Join(g.mount, dir))
		if dir == "/" {
			return
		}
	}
}

// limit returns how many processors the container may use; 0: as many as there are.
func (f files) limit() (least float64) {
	for _, g := range f.groups() {
		g.up(func(dir string) {
			var quota, period float64
			if g.second {
				fmt.Sscan(f.text(path.Join(dir, "cpu.max")), &quota, &period) // "max 100000" has no quota
			} else {
				fmt.Sscan(f.text(path.Join(dir, "cpu.cfs_quota_us")), &quota)
				fmt.Sscan(f.text(path.Join(dir, "cpu.cfs_period_us")), &period)
			}
			if quota > 0 && period > 0 && (least == 0 || quota/period < least) {
				least = quota / period
			}
		})
	}
	return least
}

// throttled returns for how long the container had used up its time: the most that one of the
// groups around the program tells; 0 if none tells.
func (f files) throttled() (most float64) {
	for _, g := range f.groups() {
		key, unit := "throttled_time", 1e9
		if g.second {
			key, unit = "throttled_usec", 1e6
		}
		g.up(func(dir string) {
			for line := range strings.Lines(f.text(path.Join(dir, "cpu.stat"))) {
				if fields := strings.Fields(line); len(fields) == 2 && fields[0] == key {
					n, _ := strconv.ParseFloat(fields[1], 64)
					most = max(most, n/unit)
				}
			}
		})
	}
	return most
}
