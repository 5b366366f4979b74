//go:build unix

package nodes

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
)

// A command gets its files, and brings back what it printed and made.
func TestCommands(t *testing.T) {
	dir := chdir(t)
	put(t, "in/text", []byte("gopher\n"))
	put(t, "in/large", make([]byte, 2*cluster.InlinePayload))
	if err := os.Mkdir("out", 0o777); err != nil {
		t.Fatal(err)
	}
	join(t, "n", Config{Allow: []string{"cat", "cp", "sh"}})
	h := open(t, Commands)
	for _, c := range []struct {
		it     *batch.Item
		stdout string
		exit   int
	}{
		{argv(1, "cat", "in/text"), "gopher\n", 0},
		{argv(1, "cat", dir+"/in/text"), "gopher\n", 0},
		{script("tr g G <in/text >out/tr.txt; cp in/large out; echo done; exit 3", "in/text", "in/large"), "done\n", 3},
		{script("kill -9 $$"), "", 0},
		{argv(0, "cat", "gone"), "cat: gone: No such file or directory\n", 1},
	} {
		o, stdout := run(t, minute(t), h, c.it)
		if stdout != c.stdout || o.Exit != c.exit || o.State != batch.Ended || o.Err != nil || o.Host != "n" {
			t.Errorf("%s: %s, printed %q, want %q", c.it.Payload.(*each.Command).Text(), told(o), stdout, c.stdout)
		}
		if strings.HasPrefix(c.it.Payload.(*each.Command).Text(), "kill") && o.Signal != 9 {
			t.Errorf("signal %d, want 9", o.Signal)
		}
	}
	if got := string(get(t, "out/tr.txt")); got != "Gopher\n" {
		t.Errorf("the file that came back has %q", got)
	}
	if info, err := os.Stat("out/large"); err != nil || info.Size() != 2*cluster.InlinePayload {
		t.Errorf("the large file came back as %v, %v", info, err)
	}
	j, err := h.job(minute(t), handlerOf("sh"))
	if err != nil {
		t.Fatal(err)
	}
	if len(j.by) != 1 || len(j.idle) != 1 {
		t.Errorf("%d contents are known and %d are idle, want the large one: the node has kept the other from cat", len(j.by), len(j.idle))
	}
}

// Whoever may use the cluster starts what is on the list, and nothing else.
func TestCommands_refused(t *testing.T) {
	chdir(t)
	put(t, "tool", []byte("#!/bin/sh\necho mine\n"))
	if err := os.Chmod("tool", 0o777); err != nil {
		t.Fatal(err)
	}
	n := join(t, "n", Config{Allow: []string{"true", "/bin/echo"}})
	h := open(t, Commands)
	for _, c := range []struct {
		it   *batch.Item
		want string
	}{
		{argv(0, "id"), `no node allows the command "id" (skua worker --allow)`},
		{argv(0, "echo"), `no node allows the command "echo"`},
		{argv(0, "/bin/true"), `no node allows the command "/bin/true"`},
		{argv(1, "./tool"), `no node allows the command "./tool"`},
		{script("true"), `no node allows the command "sh"`},
		{argv(0, "_bin_echo", "x"), `"_bin_echo" is not on this worker's list`},
		{&batch.Item{Payload: &each.Command{Argv: []string{"true"}, Env: []string{"LD_PRELOAD=./x.so"}}}, `"LD_PRELOAD" cannot be sent`},
	} {
		o, _ := run(t, minute(t), h, c.it)
		if o.OK() || o.State != batch.Ended || o.Err == nil || !strings.Contains(o.Err.Error(), c.want) {
			t.Errorf("%q: %s, want %q", c.it.Payload.(*each.Command).Text(), told(o), c.want)
		}
	}
	if o, stdout := run(t, minute(t), h, argv(0, "/bin/echo", "hello")); !o.OK() || stdout != "hello\n" {
		t.Errorf("%s, printed %q", told(o), stdout)
	}
	if i := n.Info(); i.Executed != 3 {
		t.Errorf("%d tasks were executed, want that of /bin/echo and 2 that were refused", i.Executed)
	}
}

func TestWorker_wrong(t *testing.T) {
	chdir(t)
	t.Setenv("TMPDIR", t.TempDir())
	put(t, "tool", nil)
	for want, c := range map[string]Config{
		"--allow: nonesuch":    {Allow: []string{"true", "nonesuch"}},
		"nor an absolute path": {Allow: []string{"./tool"}},
		"neither the name":     {Allow: []string{""}},
		"--allow: /nonesuch":   {Allow: []string{"/nonesuch"}},
		"--files":              {Files: []string{"nonesuch"}, Allow: []string{"true"}},
		"--files: ":            {Files: []string{"tool"}},
	} {
		if _, err := NewWorker(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", c, err, want)
		}
	}
	if left, err := os.ReadDir(os.TempDir()); len(left) > 0 || err != nil {
		t.Errorf("%v, %v are left", left, err)
	}
}

// A command that takes too long is killed where it runs, and so is one whose batch ends.
func TestCommands_killed(t *testing.T) {
	chdir(t)
	join(t, "n", Config{Allow: []string{"sh"}})
	h := open(t, Commands)
	it := script("echo begun; sleep 600")
	it.Timeout = 3 * time.Second // it has to say that it has begun by then
	if o, stdout := run(t, minute(t), h, it); o.State != batch.Ended || !o.TimedOut || stdout != "begun\n" {
		t.Errorf("%s, printed %q", told(o), stdout)
	}
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(minute(t))
	ended := make(chan batch.Outcome)
	go func() {
		o, _ := run(t, ctx, h, script("exec >"+fifo+"; echo begun; sleep 600"))
		ended <- o
	}()
	f, err := os.Open(fifo) // waits for the command
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var begun [6]byte
	if _, err := io.ReadFull(f, begun[:]); err != nil || string(begun[:]) != "begun\n" {
		t.Fatalf("the command wrote %q, %v", begun, err)
	}
	cancel(errors.New("enough"))
	if o := <-ended; o.State != batch.Interrupted {
		t.Error(told(o))
	}
	if text, err := io.ReadAll(f); len(text) > 0 || err != nil { // ends when nobody can write any more
		t.Errorf("the command wrote %q more, %v", text, err)
	}
}
