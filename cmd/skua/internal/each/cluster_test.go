//go:build unix

package each

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// inNewDir makes a new directory the current one, with files 00, 01 …, whose content is their name.
func inNewDir(t *testing.T, files int) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
	for i := range files {
		if err := os.WriteFile(fmt.Sprintf("%02d", i), fmt.Appendf(nil, "%02d", i), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// fileArgs are the files of inNewDir.
func fileArgs(n int) (args []string) {
	for i := range n {
		args = append(args, fmt.Sprintf("%02d", i))
	}
	return args
}

// Commands run on nodes with the files that they name, print in order, and bring back what they
// make, although a node is killed while it runs one.
func TestEach_cluster(t *testing.T) {
	const n = 20
	inNewDir(t, n)
	gate := t.TempDir() + "/gate"
	if err := syscall.Mkfifo(gate, 0o666); err != nil {
		t.Fatal(err)
	}
	tooltest.Found(t, "./place", "1s")
	tooltest.StartHost(t, "./place")
	first := tooltest.StartWorker(t, "./place", "--name", "first", "--slots", "1", "--allow", "sh")
	// The first command waits for a reader of the gate; its second execution finds that it is a
	// file.
	script := `if [ {} = 00 ]; then echo x >` + gate + `; fi; tr 0-9 a-j <{} >{}.txt && cat {}; echo " {#}"`
	p := tooltest.Start(t, nil, append([]string{"each", "--cluster", "./place", "-k", "--joblog", "log", "--shell", script, ":::"}, fileArgs(n)...)...)
	opened := make(chan *os.File)
	go func() {
		f, _ := os.Open(gate)
		opened <- f
	}()
	f := <-opened // the first node runs it
	first.Signal(t, syscall.SIGKILL)
	first.End(t)
	f.Close()
	if err := os.Remove(gate); err != nil {
		t.Fatal(err)
	}
	tooltest.StartWorker(t, "./place", "--name", "second", "--allow", "sh,true")
	if code, _ := p.End(t); code != exit.OK {
		t.Errorf("exit code %d: %s", code, p.Messages())
	}
	var want strings.Builder
	for i := range n {
		fmt.Fprintf(&want, "%02d %d\n", i, i+1)
		letters := string([]byte{'a' + byte(i/10), 'a' + byte(i%10)})
		if got, err := os.ReadFile(fmt.Sprintf("%02d.txt", i)); string(got) != letters {
			t.Errorf("%02d.txt has %q, %v, want %q", i, got, err, letters)
		}
	}
	if got := p.Printed(); got != want.String() {
		t.Errorf("printed\n%swant\n%s", got, &want)
	}
	tooltest.Once(t, "log", n)
	if _, hosts := tooltest.Logged(t, "log"); !strings.Contains(strings.Join(hosts, " "), "second") {
		t.Errorf("the hosts are %v", hosts)
	}
	// What a killed worker had in its directory stays there; nobody else's does.
	if left, _ := os.ReadDir(os.TempDir()); len(left) > 2 {
		t.Errorf("%d directories of workers are left: %v", len(left), left)
	}
}

// What a worker does not allow fails clearly, and what goes with --cluster is said.
func TestEach_clusterRefused(t *testing.T) {
	inNewDir(t, 1)
	tooltest.StartWorker(t, "./place", "--name", "none")
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{exit.NotStarted, "no node has the handler that runs commands (--allow): 1 have joined", []string{"--cluster", "./place", "true", ":::", "00"}},
		{exit.Usage, "-j is for this machine", []string{"--cluster", "./place", "-j2", "true", ":::", "00"}},
		{exit.Usage, "--creds, --ca, --cert and --key are for --cluster", []string{"--key", "x", "true", ":::", "00"}},
	} {
		code, _, stderr := tooltest.Run(t, "", append([]string{"each"}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit code %d, %s; want %d and %q", c.args, code, stderr, c.code, c.want)
		}
	}
	tooltest.StartWorker(t, "./place", "--name", "some", "--allow", "true,cat")
	code, stdout, stderr := tooltest.Run(t, "", "each", "--cluster", "./place", "id", ":::", "00")
	if code != exit.Failed || stdout != "" || !strings.Contains(stderr, `no node allows the command "id" (skua worker --allow)`) {
		t.Errorf("id: exit code %d, printed %q, %s", code, stdout, stderr)
	}
	code, stdout, stderr = tooltest.Run(t, "", "each", "--cluster", "./place", "--shell", "cat {}; id", ":::", "00")
	if code != exit.Failed || stdout != "" || !strings.Contains(stderr, `no node allows the command "sh"`) {
		t.Errorf("--shell: exit code %d, printed %q, %s", code, stdout, stderr)
	}
	if got := tooltest.Must(t, "", "each", "--cluster", "./place", "cat", ":::", "00"); got != "00" {
		t.Errorf("cat printed %q", got)
	}
}
