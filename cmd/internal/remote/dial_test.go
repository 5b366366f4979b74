//go:build unix

package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each host that cannot be reached has an error that names it; the others are there.
func TestDialAll_hostsThatFail(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a", "wrongkey", "nokey", "noentry")
	if err := errors.Join(l.Refuse("closed"), l.Configure(`
Host wrongkey
	UserKnownHostsFile {}/known_wrong
Host nokey
	UserKnownHostsFile /dev/null
Host noentry
	User no-such-user-of-skua
`)); err != nil {
		t.Fatal(err)
	}
	var specs []Spec
	for _, name := range []string{"a", "wrongkey", "nokey", "noentry", "closed", "no-such-host.invalid"} {
		specs = append(specs, Spec{name, 1})
	}
	hosts, failed := DialAll(t.Context(), specs, l.setup())
	for _, h := range hosts {
		defer h.Close()
	}
	if len(hosts) != 1 || hosts[0].Name() != "a" || len(failed) != 5 {
		t.Fatalf("%d hosts and %v, want one host and 5 failures\n%s", len(hosts), failed, l.logs.String())
	}
	for i, want := range []string{
		"host wrongkey: Host key verification failed.",
		"host nokey: Host key verification failed.",
		"host noentry: ",
		"host closed: ssh: connect to host 127.0.0.1 port ",
		"host no-such-host.invalid: ssh: Could not resolve hostname no-such-host.invalid",
	} {
		if !strings.HasPrefix(failed[i].Error(), want) {
			t.Errorf("error %q, want %q…", failed[i], want)
		}
	}
	if !strings.Contains(failed[2].Error(), "Permission denied") {
		t.Errorf("error %q, want a permission denied", failed[2])
	}
	if said := l.logs.String(); !strings.Contains(said, "wrongkey: @    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @") {
		t.Errorf("said:\n%s\nwant ssh's warning with the host's name", said)
	}
	if got := do(t.Context(), t, hosts[0], script("echo here")); got.out != "here\n" {
		t.Errorf("on the host that is left: %+v", got)
	}
}

func TestDial_noProgram(t *testing.T) {
	t.Parallel()
	c := newLab(t).setup()
	c.SSH = []string{"no-such-ssh"}
	if _, err := Dial(t.Context(), Spec{"a", 1}, c); err == nil || !strings.HasPrefix(err.Error(), "host a: ") || !strings.Contains(err.Error(), "no-such-ssh") {
		t.Errorf("%v", err)
	}
}

// A copy that is damaged is replaced before it runs; a good one is not sent again.
func TestDial_copiesItself(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	b := ownBinary(t)
	program := filepath.Join(l.Cache("a"), "skua/bin", b.sum, "skua")
	sum := func() string {
		data, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		s := sha256.Sum256(data)
		return hex.EncodeToString(s[:])
	}
	connect := func() os.FileInfo {
		h := l.dial("a", 1, l.setup())
		got := do(t.Context(), t, h, script("cat /proc/$PPID/comm"))
		if got.out != "skua\n" || sum() != b.sum {
			t.Errorf("%+v, with a program of SHA-256 %s", got, sum())
		}
		h.Close()
		info, err := os.Stat(program)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	first := connect()
	if second := connect(); !os.SameFile(first, second) {
		t.Error("the program was copied twice")
	}
	damaged, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	damaged[len(damaged)/2] ^= 1
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, damaged, 0o700); err != nil {
		t.Fatal(err)
	}
	connect()
	if all, _ := os.ReadDir(filepath.Dir(program)); len(all) != 1 {
		t.Errorf("beside the program: %v", all)
	}
}

func TestDial_programOfTheHost(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	c := l.setup()
	c.Binary, c.Skua = nil, ownBinary(t).path
	h := l.dial("a", 0, c)
	if got := do(t.Context(), t, h, script("echo here")); got.out != "here\n" || h.Slots() < 1 {
		t.Errorf("%+v, %d slots", got, h.Slots())
	}
	c.Skua = "/no/such/skua"
	if _, err := Dial(t.Context(), Spec{"a", 1}, c); err == nil || !strings.Contains(err.Error(), "/no/such/skua") {
		t.Errorf("a program that is not there: %v", err)
	}
	c.Skua = `/bin/"; rm -rf x`
	if _, err := Dial(t.Context(), Spec{"a", 1}, c); err == nil || !strings.Contains(err.Error(), "--remote-skua") {
		t.Errorf("a path that a shell would read otherwise: %v", err)
	}
}

func TestScripts_areOneWordInSingleQuotes(t *testing.T) {
	own, err := ownScript("~/bin/skua-1.0")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{copyScript(&Binary{sum: strings.Repeat("a", 64), size: 1}), own} {
		if inner, found := strings.CutPrefix(s, "exec /bin/sh -c '"); !found || strings.ContainsAny(strings.TrimSuffix(inner, "'"), "'\n\\!") || strings.Contains(inner, "PATH") || strings.Contains(inner, "SUM") {
			t.Errorf("%s", s)
		}
	}
	if !strings.Contains(own, `exec "$HOME/bin/skua-1.0" each-agent`) {
		t.Errorf("%s", own)
	}
}
