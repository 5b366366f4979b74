//go:build unix

package remote

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/files"
)

// hostile is a program that tests use instead of ssh: a host that does what no honest one does.
// Its arguments are a mode, something for that, and then those of ssh.
func hostile(args []string) error {
	mode, what := args[0], args[1]
	switch mode {
	case "say":
		fmt.Println(what)
		return nil
	case "noisy":
		fmt.Fprintln(os.Stderr, "be \x1b[31mwelcome")
		fmt.Print("Welcome!\nYou have \x1b[31mmail\x1b[m> ", mark, " system Plan9 z80\n", mark, "\nprompt$ ", mark, " start\n")
		return Agent(context.Background(), os.Stdin, os.Stdout)
	}
	fmt.Println(mark, "start")
	l := newLink(bufio.NewReader(os.Stdin), os.Stdout, maxToHost)
	var buf []byte
	if _, err := l.receive(&buf); err != nil {
		return err
	}
	theirs := hello{Protocol: protocol, CPUs: 1}
	if mode == "version" {
		theirs.Protocol = protocol + 1
	}
	if err := writeFrame(os.Stdout, frame{kind: greet, payload: encode(theirs)}); err != nil {
		return err
	}
	var f frame
	for f.kind != item {
		var err error
		if f, err = l.receive(&buf); err != nil {
			return err
		}
	}
	for _, f := range evil(mode, what, f.id) {
		if err := writeFrame(os.Stdout, f); err != nil {
			return err
		}
	}
	_, err := io.Copy(io.Discard, os.Stdin)
	return err
}

func evil(mode, what string, id uint32) []frame {
	sum := sha256.Sum256([]byte("evil"))
	ref := files.Ref{Path: what, Sum: hex.EncodeToString(sum[:]), Size: 4, Mode: 0o4777}
	switch mode {
	case "name":
		return []frame{{result, id, encode(ref)}, {data, id, []byte("evil")}, {end, id, nil}, {done, id, encode(report{})}}
	case "content":
		return []frame{{result, id, encode(ref)}, {data, id, []byte("EVIL")}, {end, id, nil}, {done, id, encode(report{})}}
	case "long":
		return []frame{{result, id, encode(ref)}, {data, id, []byte("evil and more")}, {end, id, nil}, {done, id, encode(report{})}}
	case "gone":
		return []frame{{result, id, encode(ref)}, {data, id, []byte("evil")}, {end, id, nil}, {99, id, nil}}
	case "half":
		return []frame{{result, id, encode(ref)}, {data, id, []byte("ev")}, {done, id, encode(report{})}}
	case "twice":
		return []frame{{result, id, encode(ref)}, {result, id, encode(ref)}}
	case "want":
		return []frame{{want, id, encode(ref)}}
	case "other":
		return []frame{{done, id + 1, encode(report{})}}
	case "kind":
		return []frame{{99, id, nil}}
	case "json":
		return []frame{{done, id, []byte("{")}}
	case "state":
		return []frame{{done, id, encode(report{State: 9})}}
	case "length":
		return []frame{{stdout, id, make([]byte, maxFromHost+1)}}
	}
	panic(mode)
}

// against connects to a hostile host.
func against(t *testing.T, c Config, mode, what string) (*Host, error) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c.SSH = []string{self, "hostile", mode, what}
	c.Skua = "skua"
	h, err := Dial(t.Context(), Spec{"evil", 1}, c)
	if err == nil {
		t.Cleanup(func() { h.Close() })
	}
	return h, err
}

func TestHostile(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	l.write("work/in.txt", "in")
	l.write("secret/key", "key")
	if err := os.Symlink("../secret", filepath.Join(l.work, "link")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ mode, what, says string }{
		{"name", "/etc/skua-was-here", "refused"},
		{"name", "../x", "refused"},
		{"name", l.work + "/../x", "refused"},
		{"name", l.Dir + "/secret/key", "refused"},
		{"name", l.work + "/.bashrc", "refused"},
		{"name", l.work + "/.ssh/authorized_keys", "refused"},
		{"name", l.work + "/link/key", "escapes"},
		{"content", l.work + "/x", "not what was announced"},
		{"long", l.work + "/x", "not what was announced"},
		{"gone", l.work + "/x", "kind 99"},
		{"half", l.work + "/x", "did not arrive whole"},
		{"twice", l.work + "/x", "two results"},
		{"want", "/etc/passwd", "no business"},
		{"other", "", "does not have"},
		{"kind", "", "kind 99"},
		{"json", "", "cannot be read"},
		{"state", "", "state 9"},
		{"length", "", "not the protocol"},
	} {
		t.Run(test.mode+"="+filepath.Base(test.what), func(t *testing.T) {
			h, err := against(t, l.setup(), test.mode, test.what)
			if err != nil {
				t.Fatal(err)
			}
			got := do(t.Context(), t, h, script(":", "in.txt"))
			if got.OK() || got.Outcome.Err == nil || !strings.Contains(got.Outcome.Err.Error(), test.says) {
				t.Errorf("%+v, want an error with %q", got, test.says)
			}
		})
	}
	if all, _ := os.ReadDir(l.work); len(all) != 2 {
		t.Errorf("in the working directory: %v, want in.txt and link", all)
	}
	if string(l.read("secret/key")) != "key" {
		t.Error("the key was overwritten")
	}
	if _, err := os.Lstat("/etc/skua-was-here"); err == nil {
		t.Error("a file was written in /etc")
	}
}

func TestDial_hostile(t *testing.T) {
	t.Parallel()
	l := newLab(t)
	for _, test := range []struct{ mode, what, says string }{
		{"say", mark + " failed", "could not be copied"},
		{"say", "nothing of the kind", "connection ended before skua started"},
		{"say", strings.Repeat("y\n", 1<<20), "does not stop"},
		{"version", "", "of the protocol, this one"},
	} {
		if _, err := against(t, l.setup(), test.mode, test.what[:min(len(test.what), 100_000)]); err == nil || !strings.HasPrefix(err.Error(), "host evil: ") || !strings.Contains(err.Error(), test.says) {
			if test.says != "does not stop" { // the words of a command are not long enough for that
				t.Errorf("%s: %v, want %q", test.mode, err, test.says)
			}
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := l.setup()
	c.SSH = []string{self, "hostile", "say", mark + " system Linux riscv64"}
	if _, err := Dial(t.Context(), Spec{"board", 1}, c); err == nil || !strings.Contains(err.Error(), "host board: it is Linux on riscv64, and this program is for ") {
		t.Errorf("another processor: %v", err)
	}
}

// What a login shell prints to its standard output does not matter; what it says beside is told,
// harmless to a terminal.
func TestDial_noise(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	l := newLab(t)
	h, err := against(t, l.setup(), "noisy", "")
	if err != nil {
		t.Fatal(err)
	}
	if got := do(t.Context(), t, h, script("echo hello")); got.out != "hello\n" {
		t.Errorf("%+v", got)
	}
	eventually(t, "it says welcome", func() bool { return l.logs.String() == "evil: be ?[31mwelcome" })
}
