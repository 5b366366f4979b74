package server

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// hosts tells which of the processes host.
func hosts(ps ...*process) (out []int) {
	for i, p := range ps {
		if p.ask("host") == "true" {
			out = append(out, i)
		}
	}
	return out
}

func TestSharedHostKilled(t *testing.T) {
	dir := t.TempDir()
	first := spawn(t, dir+"/c")
	if got := hosts(first); len(got) != 1 {
		t.Fatal("the only process does not host")
	}
	here := open(t, dir+"/c")
	second := spawn(t, dir+"/c")
	makeStream(t, here.Conn())
	mustStore(t, here.Conn(), "t.before", "one")
	first.kill()
	wantStored(t, here.Conn(), "t.before", "one")
	if got := second.ask("publish t.after two"); got != "stored" {
		t.Fatal(got)
	}
	wantStored(t, here.Conn(), "t.after", "two")
	if helperHosts := len(hosts(second)) == 1; helperHosts == here.Hosts() {
		t.Fatalf("helper hosts: %v, this process hosts: %v; want one of both", helperHosts, here.Hosts())
	}
}

// One host after the other is killed; what each has confirmed is there at the end, and
// never do two of them host.
func TestSharedManyKilled(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	crew := []*process{spawn(t, dir), spawn(t, dir), spawn(t, dir)}
	if got := crew[0].ask("stream"); got != "<nil>" {
		t.Fatal(got)
	}
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	for i := range rounds {
		if got := crew[i%3].ask(fmt.Sprintf("publish t.%d %d", i, i)); got != "stored" {
			t.Fatal(got)
		}
		at := hosts(crew...)
		if len(at) != 1 {
			t.Fatalf("processes %v host, want one", at)
		}
		crew[at[0]].kill()
		crew[at[0]] = spawn(t, dir)
	}
	here := open(t, dir)
	for i := range rounds {
		wantStored(t, here.Conn(), fmt.Sprintf("t.%d", i), fmt.Sprint(i))
	}
}

func TestSharedHostCloses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	first := spawn(t, dir)
	here := open(t, dir)
	makeStream(t, here.Conn())
	mustStore(t, here.Conn(), "t.before", "one")
	if got := first.ask("close"); got != "<nil>" {
		t.Fatal(got)
	}
	wantStored(t, here.Conn(), "t.before", "one")
	if !here.Hosts() {
		t.Fatal("the host closed, and the other process does not host")
	}
	if err := here.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, addressName)); !os.IsNotExist(err) {
		t.Fatalf("the last one has left, and its address is still there: %v", err)
	}
}
