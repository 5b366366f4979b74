//go:build linux

package each

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// A slowBatch is a batch of six commands. Each writes a file by a temporary one and a rename.
// The first two end at once. The others first start a child and a grandchild that are deaf for
// SIGTERM, say the numbers of all three, and do not end before there is a file go.
type slowBatch struct {
	dir string
	say *bufio.Reader
}

const slowCommand = `cd DIR
echo $1 >>runs
if [ $1 -gt 2 ] && [ ! -e go ]; then
	trap "" TERM
	(sh -c 'exec sleep 1000' & echo $! >>said; echo ready >pipe; while :; do sleep 1; done) &
	echo $! >>said
	echo $$ >>said
	echo $$ >>leaders
	echo first half >$1.tmp
	echo ready >pipe
	while :; do sleep 1; done
fi
echo first half >$1.tmp
echo second half >>$1.tmp
mv $1.tmp $1.out
echo done $1
`

func newSlowBatch(t *testing.T) *slowBatch {
	t.Helper()
	b := &slowBatch{dir: t.TempDir()}
	tooltest.WriteFile(t, filepath.Join(b.dir, "script"), strings.ReplaceAll(slowCommand, "DIR", b.dir))
	pipe := filepath.Join(b.dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	b.say = bufio.NewReader(r)
	return b
}

func (b *slowBatch) args(flags ...string) []string {
	args := append([]string{"each", "-k", "-j2", "--joblog", filepath.Join(b.dir, "log")}, flags...)
	return append(args, "sh", filepath.Join(b.dir, "script"), ":::", "1", "2", "3", "4", "5", "6")
}

// untilBusy waits until two commands hang, and returns the numbers of their processes.
func (b *slowBatch) untilBusy(t *testing.T) (pids []string) {
	t.Helper()
	for range 4 { // each command says it twice
		if _, err := b.say.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	if pids = strings.Fields(b.read(t, "said")); len(pids) != 6 {
		t.Fatalf("the processes are %v, want 6", pids)
	}
	for _, pid := range pids {
		if !lives(pid) {
			t.Errorf("process %s does not live", pid)
		}
	}
	return pids
}

func (b *slowBatch) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// outputs wants the files of the first n commands, whole, and no others.
func (b *slowBatch) outputs(t *testing.T, n int) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(b.dir, "*.out"))
	if len(names) != n {
		t.Errorf("the outputs are %v, want %d", names, n)
	}
	for _, name := range names {
		if text := b.read(t, filepath.Base(name)); text != "first half\nsecond half\n" {
			t.Errorf("%s is %q, want it whole", name, text)
		}
	}
}

// logged wants lines for that many commands in the joblog, all of which succeeded.
func (b *slowBatch) logged(t *testing.T, n int) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(b.read(t, "log")), "\n")[1:]
	seen := map[string]bool{}
	for _, line := range lines {
		f := strings.Split(line, "\t")
		if seen[f[0]] || f[6] != "0" || f[7] != "0" {
			t.Errorf("the joblog has %q", line)
		}
		seen[f[0]] = true
	}
	if len(lines) != n {
		t.Errorf("the joblog has %d commands, want %d:\n%s", len(lines), n, strings.Join(lines, "\n"))
	}
}

// finish runs what is left, and wants each command to have run as often as it should.
func (b *slowBatch) finish(t *testing.T) {
	t.Helper()
	tooltest.WriteFile(t, filepath.Join(b.dir, "go"), "")
	if out := tooltest.Must(t, "", b.args("--resume")...); out != "done 3\ndone 4\ndone 5\ndone 6\n" {
		t.Errorf("--resume prints %q, want what was left", out)
	}
	b.outputs(t, 6)
	b.logged(t, 6)
	runs := map[string]int{}
	for _, n := range strings.Fields(b.read(t, "runs")) {
		runs[n]++
	}
	if want := "map[1:1 2:1 3:2 4:2 5:1 6:1]"; fmt.Sprint(runs) != want {
		t.Errorf("the commands ran %v times, want %s", runs, want)
	}
}

// lives tells whether a process lives. A zombie does not.
func lives(pid string) bool {
	s := state(pid)
	return s != 0 && s != 'Z'
}

// state is the letter with which the kernel tells what a process does, 0 if there is none.
func state(pid string) byte {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0
	}
	return stat[bytes.LastIndexByte(stat, ')')+2]
}

// TestEach_interrupt: an interrupt ends all processes of all commands, even deaf ones. What
// ended before is whole and in the joblog, nothing else is, and --resume does the rest.
func TestEach_interrupt(t *testing.T) {
	for sig, want := range map[os.Signal]int{os.Interrupt: exit.Interrupted, syscall.SIGTERM: exit.Terminated, syscall.SIGHUP: exit.HungUp} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			b := newSlowBatch(t)
			p := tooltest.Start(t, nil, b.args()...)
			pids := b.untilBusy(t)
			p.Signal(t, sig)
			if code, killed := p.End(t); code != want || killed != sig || !strings.Contains(p.Messages(), "skua: interrupted") {
				t.Errorf("exit code %d, signal %v, want %d, by the signal; it says %s", code, killed, want, p.Messages())
			}
			for _, pid := range pids {
				if lives(pid) {
					t.Errorf("process %s of %v lives", pid, pids)
				}
			}
			if out := p.Printed(); out != "done 1\ndone 2\n" {
				t.Errorf("output %q, want what had ended", out)
			}
			b.outputs(t, 2)
			b.logged(t, 2)
			b.finish(t)
		})
	}
}

// TestEach_killed: after SIGKILL the kernel ends the leaders of the commands, and --resume
// does the rest.
func TestEach_killed(t *testing.T) {
	b := newSlowBatch(t)
	tooltest.WriteFile(t, filepath.Join(b.dir, "script"), strings.Replace(b.read(t, "script"), `trap "" TERM`, "", 1))
	p := tooltest.Start(t, nil, b.args()...)
	pids := b.untilBusy(t)
	p.Signal(t, syscall.SIGKILL)
	p.End(t)
	t.Cleanup(func() { // only the leaders are ended
		for _, pid := range pids {
			var n int
			fmt.Sscan(pid, &n)
			syscall.Kill(n, syscall.SIGKILL)
		}
	})
	for _, leader := range strings.Fields(b.read(t, "leaders")) {
		tooltest.Until(t, "the leader of a command ends", func() bool { return !lives(leader) })
	}
	b.outputs(t, 2)
	b.logged(t, 2)
	b.finish(t)
}

// TestEach_halt: --halt now kills what runs.
func TestEach_halt(t *testing.T) {
	b := newSlowBatch(t)
	args := append([]string{"each", "-j2", "--halt", "now,fail=1", "sh", "-c",
		"if [ $1 = bad ]; then while [ ! -e " + b.dir + "/said ] || [ $(wc -l <" + b.dir + "/said) != 3 ]; do sleep 0.01; done; exit 1; fi; exec sh " + b.dir + "/script $1", "sh"},
		":::", "bad", "3", "5")
	code, _, stderr := tooltest.Run(t, "", args...)
	if code != exit.Failed || !strings.Contains(stderr, "1 killed") {
		t.Errorf("exit code %d, want %d; it says %s", code, exit.Failed, stderr)
	}
	for _, pid := range strings.Fields(b.read(t, "said")) {
		if lives(pid) {
			t.Errorf("process %s lives", pid)
		}
	}
	b.outputs(t, 0)
}

// TestEach_grace: a command that cleans up for longer than 200 ms may do so.
func TestEach_grace(t *testing.T) {
	b := newSlowBatch(t)
	pipe := filepath.Join(b.dir, "pipe")
	p := tooltest.Start(t, nil, "each", "--grace", "10m", "-u", "sh", "-c",
		`trap 'sleep 0.5; echo cleaned; exit' TERM; echo ready >`+pipe+`; while :; do sleep 0.01; done`, ":::", "1")
	if _, err := b.say.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	p.Signal(t, syscall.SIGTERM)
	if code, _ := p.End(t); code != exit.Terminated || p.Printed() != "cleaned\n" {
		t.Errorf("exit code %d, printed %q; it says %s", code, p.Printed(), p.Messages())
	}
}

// TestEach_pipe: when nobody reads the output any more, the batch ends, and nothing is left.
func TestEach_pipe(t *testing.T) {
	b := newSlowBatch(t)
	cmd := tooltest.Tool("each", "-j1", "sh", "-c", "echo $$ >>"+b.dir+"/said; echo out", "sh", ":::", "1", "2", "3")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var says bytes.Buffer
	cmd.Stdout, cmd.Stderr = w, &says
	r.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(tooltest.Patience):
		cmd.Process.Kill()
		t.Fatal("the tool does not end")
	}
	if code := tooltest.Code(cmd.ProcessState); code != exit.Unread || says.Len() > 0 {
		t.Errorf("exit code %d, want %d; it says %q, want nothing", code, exit.Unread, says.String())
	}
	if ran := strings.Count(b.read(t, "said"), "\n"); ran == 3 {
		t.Error("all commands ran")
	}
}

// TestEach_stop: Ctrl-Z stops the commands with the tool, and they go on with it.
func TestEach_stop(t *testing.T) {
	b := newSlowBatch(t)
	p := tooltest.Start(t, nil, b.args()...)
	pids := append(b.untilBusy(t), fmt.Sprint(p.Process.Pid))
	p.Signal(t, syscall.SIGTSTP)
	for _, pid := range pids {
		// A shell whose child was stopped between vfork and exec waits for it, in state D.
		tooltest.Until(t, "process "+pid+" is stopped", func() bool { s := state(pid); return s == 'T' || s == 'D' })
	}
	p.Signal(t, syscall.SIGCONT)
	for _, pid := range pids {
		tooltest.Until(t, "process "+pid+" goes on", func() bool { return state(pid) != 'T' })
	}
	p.Signal(t, os.Interrupt)
	if code, _ := p.End(t); code != exit.Interrupted {
		t.Errorf("exit code %d, want %d", code, exit.Interrupted)
	}
}
