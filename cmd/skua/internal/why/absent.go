package why

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
)

// module is what a program must import to be recorded.
const module = "github.com/skua-go/skua"

// absent says why the program left no report.
func (p *program) absent() error {
	name := p.args[0]
	path, err := exec.LookPath(name)
	if err == nil {
		if uses, known := usesSkua(path); known && !uses {
			return fmt.Errorf("%s does not use %s: there is nothing to record", name, module)
		}
	}
	return fmt.Errorf("%s left no recording: it does not use %s, or none of its calls came into a pool, or it was killed, "+
		"or it records its pool itself, or it is a race build, which is not recorded, or it has no recorder: build it with -tags %s, or import _ %q", name, module, recorder, module+"/trace/record")
}

// usesSkua looks into an executable of Go. Of other files nothing is known.
func usesSkua(path string) (uses, known bool) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return false, false
	}
	return imports(info)
}

// imports reports whether a program has skua in it. That of the go command does not matter, because
// it runs others, and a binary of tests does not say.
func imports(info *buildinfo.BuildInfo) (uses, known bool) {
	if info.Path == "cmd/go" || strings.HasSuffix(info.Path, ".test") {
		return false, false
	}
	uses = info.Main.Path == module || slices.ContainsFunc(info.Deps, func(d *debug.Module) bool { return d.Path == module })
	return uses, true
}

// terminated reports whether ctx ended by SIGTERM.
func terminated(ctx context.Context) bool { return interrupt.Code(ctx) == exit.Terminated }
