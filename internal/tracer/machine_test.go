package tracer

import (
	"math"
	"runtime"
	"testing"
	"testing/fstest"
	"time"
)

func tree(texts map[string]string) files {
	root := fstest.MapFS{}
	for name, text := range texts {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files{root}
}

func TestFiles(t *testing.T) {
	f := tree(map[string]string{
		"proc/stat":                     "cpu  100 20 30 4000 500 6 7 80 9 10\ncpu0 1 2 3 4\n",
		"proc/cpuinfo":                  "processor\t: 0\nmodel name\t: Some Chip 9000\n",
		"proc/self/task/7/schedstat":    "123 2000000000 5\n",
		"proc/self/task/8/schedstat":    "456 1500000000 6\n",
		"proc/self/cgroup":              "0::/a/b\n",
		"sys/fs/cgroup/a/cpu.max":       "150000 100000\n",
		"sys/fs/cgroup/a/b/cpu.max":     "max 100000\n",
		"sys/fs/cgroup/a/cpu.stat":      "usage_usec 5\nnr_throttled 2\nthrottled_usec 2500000\n",
		"sys/fs/cgroup/a/b/cpu.stat":    "throttled_usec 0\n",
		"sys/fs/cgroup/elsewhere/x.max": "1 1\n",
	})
	if busy, steal := f.stat(); math.Abs(busy-1.63) > 1e-9 || steal != 0.8 {
		t.Errorf("processors were busy for %v and stolen for %v, want 1.63 and 0.8", busy, steal)
	}
	if got := f.runDelay(); got != 3.5 {
		t.Errorf("threads waited %v s, want 3.5", got)
	}
	if got := f.cpu(); got != "Some Chip 9000" {
		t.Errorf("the processor is %q", got)
	}
	if limit, throttled := f.limit(), f.throttled(); limit != 1.5 || throttled != 2.5 {
		t.Errorf("limit %v, throttled %v, want 1.5 and 2.5", limit, throttled)
	}
}

func TestFiles_first(t *testing.T) {
	f := tree(map[string]string{
		"proc/self/cgroup": "4:memory:/x\n3:cpu,cpuacct:/box\n",
		"sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us":   "50000\n",
		"sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us":  "100000\n",
		"sys/fs/cgroup/cpu,cpuacct/box/cpu.stat":           "nr_throttled 3\nthrottled_time 700000000\n",
		"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us":       "-1\n",
		"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us":      "100000\n",
		"sys/fs/cgroup/memory/x/memory.limit_in_bytes":     "5\n",
		"sys/fs/cgroup/cpu,cpuacct/other/cpu.cfs_quota_us": "1\n",
	})
	if limit, throttled := f.limit(), f.throttled(); limit != 0.5 || throttled != 0.7 {
		t.Errorf("limit %v, throttled %v, want 0.5 and 0.7", limit, throttled)
	}
}

// TestFiles_none: what is not there is unknown, not 0.
func TestFiles_none(t *testing.T) {
	f := tree(map[string]string{"proc/stat": "intr 5\n"})
	if busy, steal := f.stat(); busy != unknown || steal != unknown {
		t.Errorf("busy %v, stolen %v", busy, steal)
	}
	if got := f.runDelay(); got != unknown {
		t.Errorf("run delay %v", got)
	}
	if f.limit() != 0 || f.throttled() != 0 || f.cpu() != "" {
		t.Error("something is known of an empty machine")
	}
}

// TestLook: a program that computes uses processor time, and one that collects garbage has the
// collector's.
func TestLook(t *testing.T) {
	before := Look()
	Settle()
	for end := time.Now().Add(30 * time.Millisecond); time.Now().Before(end); {
	}
	d := Look().Since(before)
	if d.GC <= 0 {
		t.Errorf("the collector took %v s", d.GC)
	}
	if runtime.GOOS == "linux" && (d.Own <= 0 || d.Others() < 0) {
		t.Errorf("the program took %v s, others %v", d.Own, d.Others())
	}
	if u := (Sample{Own: unknown}).Since(before); u.Own != unknown || u.Others() != unknown {
		t.Errorf("an unknown sample says %v", u)
	}
}
