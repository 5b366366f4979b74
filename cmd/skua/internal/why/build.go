package why

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// recorder is the build tag with which a program that uses skua can record itself.
const recorder = "skua_record"

// goFlags returns, for the program's environment, the flags of the go command that it may be, or may run
// in turn: those that are set, and the recorder's tag. Without a go command there are none.
func goFlags() []string {
	set, err := exec.Command("go", "env", "GOFLAGS").Output()
	if err != nil {
		return nil
	}
	return []string{"GOFLAGS=" + strings.Join(withTag(strings.Fields(string(set))), " ")}
}

// withTag adds the recorder's tag to flags of the go command: to the last list of tags, which is the one
// that counts, or as a list of its own.
func withTag(flags []string) []string {
	flags = slices.Clone(flags)
	for i, flag := range slices.Backward(flags) {
		if name, tags, ok := strings.Cut(flag, "="); ok && strings.TrimLeft(name, "-") == "tags" {
			flags[i] = "-tags=" + strings.Trim(strings.Trim(tags, `'"`)+","+recorder, ",")
			return flags
		}
	}
	return append(flags, "-tags="+recorder)
}

// alone are the flags of go run, test, build and install that have no value in the next argument.
var alone = strings.Fields("a asan benchmem c cover failfast fullpath i json linkshared modcacherw msan n race short trimpath v work x")

// tagged returns the command line of a program with the recorder's tag beside the tags that it names,
// if it is the go command that builds: these count, and those of GOFLAGS do not.
func tagged(args []string) []string {
	if name := filepath.Base(args[0]); name != "go" && name != "go.exe" || len(args) < 2 || !slices.Contains([]string{"run", "test", "build", "install"}, args[1]) {
		return args
	}
	args = slices.Clone(args)
	for i := 2; i < len(args) && strings.HasPrefix(args[i], "-"); i++ {
		switch name := strings.TrimLeft(args[i], "-"); {
		case name == "tags" && i+1 < len(args):
			args[i+1] = strings.Trim(args[i+1]+","+recorder, ",")
			return args
		case strings.HasPrefix(name, "tags="):
			args[i] += "," + recorder
			return args
		case !strings.Contains(name, "=") && !slices.Contains(alone, name):
			i++ // its value
		}
	}
	return args
}
