package gauge

import (
	"regexp"
	"runtime/debug"
	"testing"
)

func TestCommit(t *testing.T) {
	set := func(key, value string) debug.BuildSetting { return debug.BuildSetting{Key: key, Value: value} }
	for _, c := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, ""},
		{[]debug.BuildSetting{set("vcs.modified", "true")}, ""},
		{[]debug.BuildSetting{set("vcs.modified", "false"), set("vcs.revision", "abc")}, "abc"},
		{[]debug.BuildSetting{set("vcs.modified", "true"), set("vcs.revision", "abc")}, "abc+dirty"},
	} {
		if got := stamp(c.settings); got != c.want {
			t.Errorf("of %v the commit is %q, want %q", c.settings, got, c.want)
		}
	}
	if got := checkout(); got != unknown && !regexp.MustCompile(`^[0-9a-f]{40}(\+dirty)?$`).MatchString(got) {
		t.Errorf("the checkout's commit is %q", got)
	}
}

func TestMachine(t *testing.T) {
	for text, want := range map[string]string{
		"processor\t: 0\nmodel name\t: Some CPU @ 2.00GHz\n\nprocessor\t: 1\nmodel name\t: Other\n": "Some CPU @ 2.00GHz",
		"cpu family\t: 6\nmodel\t\t: 167\nmodel name\t: Some CPU\nstepping: 1\n\nmodel\t: 3\n":      "Some CPU (family 6 model 167)",
	} {
		if got := cpuModel(text); got != want {
			t.Errorf("of %q the CPU is %q, want %q", text, got, want)
		}
	}
	if got := cpuModel("Hardware: none"); got != unknown {
		t.Errorf("a CPU without a name is %q", got)
	}
	m := ThisMachine()
	if m.CPU == "" || m.Cores < 1 || m.GOMAXPROCS < 1 || m.OS == "" || m.Go == "" || m.Commit == "" {
		t.Errorf("this machine is %+v", m)
	}
}
