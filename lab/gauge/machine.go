package gauge

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

const (
	unknown = "unknown"
	dirty   = "+dirty" // behind a commit: with changes that are not committed
)

// A Machine is what a run was measured on and with.
type Machine struct {
	CPU        string `json:"cpu"`
	Cores      int    `json:"cores"` // that the process may use
	GOMAXPROCS int    `json:"gomaxprocs"`
	OS         string `json:"os"`
	Arch       string `json:"arch"`
	Go         string `json:"go"`
	Commit     string `json:"commit"`
	Load       string `json:"load,omitempty"` // average of 1, 5 and 15 minutes before the run
}

// ThisMachine describes the machine and the program. What it cannot find out is
// "unknown".
func ThisMachine() Machine {
	return Machine{
		CPU:        cpuModel(readText("/proc/cpuinfo")),
		Cores:      runtime.NumCPU(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		OS:         strings.TrimSpace(runtime.GOOS + " " + firstFields(readText("/proc/sys/kernel/osrelease"), 1)),
		Arch:       runtime.GOARCH,
		Go:         runtime.Version(),
		Commit:     commit(),
		Load:       firstFields(readText("/proc/loadavg"), 3),
	}
}

// readText returns the file's text, or none.
func readText(name string) string {
	text, _ := os.ReadFile(name) // other systems do not have it
	return string(text)
}

// cpuModel is the model of the first processor in the text of Linux's cpuinfo, with the numbers of
// its family and model, if there are any: in a virtual machine the name may be no more than the maker's.
func cpuModel(cpuinfo string) string {
	first, _, _ := strings.Cut(cpuinfo, "\n\n")
	said := map[string]string{}
	for line := range strings.Lines(first) {
		key, value, _ := strings.Cut(line, ":")
		said[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	name := said["model name"]
	switch {
	case name == "":
		return unknown
	case said["cpu family"] == "" || said["model"] == "":
		return name
	}
	return fmt.Sprintf("%s (family %s model %s)", name, said["cpu family"], said["model"])
}

func firstFields(text string, n int) string {
	f := strings.Fields(text)
	return strings.Join(f[:min(n, len(f))], " ")
}

// commit is the revision that the program was built from.
func commit() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		if c := stamp(info.Settings); c != "" {
			return c
		}
	}
	return checkout()
}

// stamp is the commit that go build wrote into the program, if it did.
func stamp(settings []debug.BuildSetting) (revision string) {
	modified := ""
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = dirty
		}
	}
	if revision == "" {
		return ""
	}
	return revision + modified
}

// checkout is the commit of the folder that this file was compiled in, for go run
// and go test, which do not stamp programs. A program that is kept may be older
// than the folder, and what it is compiled from is unknown.
func checkout() string {
	if program, err := os.Executable(); err != nil || !strings.Contains(program, "go-build") {
		return unknown
	}
	_, file, _, _ := runtime.Caller(0)
	out, err := exec.Command("git", "-C", filepath.Dir(file),
		"describe", "--always", "--abbrev=40", "--exclude=*", "--dirty="+dirty).Output()
	if err != nil {
		return unknown
	}
	return strings.TrimSpace(string(out))
}
