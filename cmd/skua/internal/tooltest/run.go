package tooltest

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
)

// Run runs the tool to its end, with the text as standard input.
func Run(t T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	p := Start(t, strings.NewReader(stdin), args...)
	code, _ = p.End(t)
	return code, p.Printed(), p.Messages()
}

// Must runs the tool and wants it to end well.
func Must(t T, stdin string, args ...string) (stdout string) {
	t.Helper()
	code, stdout, stderr := Run(t, stdin, args...)
	if code != exit.OK {
		t.Fatalf("skua %q: exit code %d: %s", args, code, stderr)
	}
	return stdout
}

// Document reads the JSON that the tool prints.
func Document[D any](t T, args ...string) (d D) {
	t.Helper()
	text := Must(t, "", append(args, "--json")...)
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("skua %q prints no JSON: %v\n%s", args, err, text)
	}
	return d
}

// Until calls f until it reports true.
func Until(t T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(Patience); !f(); {
		if time.Now().After(end) {
			t.Fatal("waited in vain until " + what)
		}
		time.Sleep(time.Millisecond) // for what is waited for
	}
}

// Output runs cmd and returns what it wrote and its exit code.
func Output(t T, cmd *exec.Cmd) (stdout, stderr string, code int) {
	t.Helper()
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		if _, ok := errors.AsType[*exec.ExitError](err); !ok {
			t.Fatal(err)
		}
	}
	return out.String(), msg.String(), cmd.ProcessState.ExitCode()
}
