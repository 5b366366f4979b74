package server

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// crashAt makes this process end as by kill -9 when it has done the step.
func crashAt(name string) {
	step = func(done string) {
		if done == name {
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		}
	}
}

// wantCrash wants the process to end at its crash point, not to answer.
func (p *process) wantCrash() {
	p.t.Helper()
	if line, err := p.out.ReadString('\n'); err == nil || !errors.Is(err, io.EOF) {
		p.t.Fatalf("helper process says %q, %v; want it to crash", line, err)
	}
	if err := p.cmd.Wait(); err == nil {
		p.t.Fatal("helper process left, want it to crash")
	}
}

// A process may end at each step of taking over; the next one takes over, and what was
// confirmed before is there.
func TestCrashWhileTakingOver(t *testing.T) {
	for _, point := range []string{"locked", "started", "written", "announced"} {
		t.Run(point, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "c")
			first := spawn(t, dir)
			for _, command := range []string{"stream", "publish t.a one"} {
				if got := first.ask(command); got != "<nil>" && got != "stored" {
					t.Fatal(got)
				}
			}
			heir := spawn(t, dir, "SKUA_TEST_CRASH="+point)
			first.kill()
			heir.wantCrash()
			wantTakenOver(t, dir)
		})
	}
}

// The same for the steps of leaving.
func TestCrashWhileLeaving(t *testing.T) {
	for _, point := range []string{"drained", "stopped", "unannounced"} {
		t.Run(point, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "c")
			first := spawn(t, dir, "SKUA_TEST_CRASH="+point)
			for _, command := range []string{"stream", "publish t.a one"} {
				if got := first.ask(command); got != "<nil>" && got != "stored" {
					t.Fatal(got)
				}
			}
			fmt.Fprintln(first.in, "close")
			first.wantCrash()
			wantTakenOver(t, dir)
		})
	}
}

// wantTakenOver wants two processes to join at dir, one of which hosts, and the message
// of before to be there.
func wantTakenOver(t *testing.T, dir string) {
	t.Helper()
	here := open(t, dir)
	other := spawn(t, dir)
	if !here.Hosts() || other.ask("host") != "false" {
		t.Fatal("the first one to come does not host, or the second one does")
	}
	wantStored(t, here.Conn(), "t.a", "one")
	if got := other.ask("publish t.b two"); got != "stored" {
		t.Fatal(got)
	}
	wantStored(t, here.Conn(), "t.b", "two")
}

// The connections of the other processes follow past an heir that crashes too.
func TestCrashOfHeirs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	first := spawn(t, dir)
	if got := first.ask("stream"); got != "<nil>" {
		t.Fatal(got)
	}
	heirs := []*process{spawn(t, dir, "SKUA_TEST_CRASH=locked"), spawn(t, dir, "SKUA_TEST_CRASH=started"), spawn(t, dir, "SKUA_TEST_CRASH=announced")}
	here := open(t, dir)
	mustStore(t, here.Conn(), "t.a", "one")
	first.kill()
	wantStored(t, here.Conn(), "t.a", "one")
	mustStore(t, here.Conn(), "t.b", "two")
	wantStored(t, here.Conn(), "t.b", "two")
	// Each heir crashes when it gets the lock, so this process is the one that keeps it.
	// It may have been served by the last of them a moment ago.
	for ctx := waiting(t); !here.Hosts(); mustStore(t, here.Conn(), "t.c", "three") {
		if ctx.Err() != nil {
			t.Fatalf("only this process can take over for good, and it does not host; heirs: %v", hosts(heirs...))
		}
	}
}

// Of processes that start at the same time one hosts.
func TestSharedStartTogether(t *testing.T) {
	for range expect.Size(1, 1, 3) {
		dir := filepath.Join(t.TempDir(), "c")
		var crew []*process
		for range 5 {
			crew = append(crew, launch(t, dir))
		}
		for _, p := range crew {
			p.want("ready")
		}
		if at := hosts(crew...); len(at) != 1 {
			t.Fatalf("of %d processes %v host, want one", len(crew), at)
		}
		for _, p := range crew {
			p.kill()
		}
	}
}

// A batch that is being stored when the host is killed is there whole, or not at all.
func TestSharedKilledWithinBatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	rounds := expect.Size(2, 3, 6)
	const size = 50
	confirmed := 0
	for range rounds {
		p := spawn(t, dir)
		fmt.Fprintf(p.in, "batches %d\n", size)
		for range 3 {
			p.want("stored")
			confirmed++
		}
		p.kill() // while the fourth is under way, or a later one
		rest, _ := io.ReadAll(p.out)
		confirmed += countLines(rest)
	}
	here := open(t, dir)
	n := countStored(t, here.Conn())
	if n%size != 0 || n < uint64(confirmed*size) {
		t.Fatalf("%d messages are stored, want batches of %d, and at least %d of them", n, size, confirmed)
	}
}

func countLines(b []byte) int {
	return len(slices.DeleteFunc(slices.Clone(b), func(c byte) bool { return c != '\n' }))
}
