package batch

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// gnu runs GNU parallel, and returns its standard output and how it ended.
func gnu(t *testing.T, args ...string) (string, error) {
	t.Helper()
	path, err := exec.LookPath("parallel")
	if err == nil { // there is another program of that name, in moreutils
		var version []byte
		if version, err = exec.Command(path, "--version").Output(); err == nil && !strings.HasPrefix(string(version), "GNU parallel") {
			err = fmt.Errorf("%s is another program", path)
		}
	}
	if err != nil {
		t.Skipf("needs GNU parallel, to compare with (Debian: parallel): %v", err)
	}
	cmd := exec.Command(path, append([]string{"--will-cite"}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && strings.Contains(string(exit.Stderr), "GNU parallel is needed") {
		t.Fatal(err)
	}
	return string(out), err
}

// TestJoblog_asGNU lets GNU parallel write a joblog. Read and written again it has the
// same bytes.
func TestJoblog_asGNU(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	gnu(t, "--joblog", name, "-j2", "{=$_=$_=}", ":::", "true", "echo å; sleep 0.11", "exit 3", "kill -9 $$", "echo 'a\tb'")
	entries := sameAgain(t, name)
	codes := map[int][2]int{}
	for _, e := range entries {
		codes[e.Seq] = [2]int{e.Exit, e.Signal}
	}
	if len(codes) != 5 || codes[1] != [2]int{0, 0} || codes[3] != [2]int{3, 0} || codes[4] != [2]int{0, 9} {
		t.Errorf("exit codes and signals are %v", codes)
	}
	took := Runtimes(entries)
	if d := took["echo å; sleep 0.11"]; d == 0 || len(took) != 3 {
		t.Errorf("the runtimes are %v, want those of three commands", took)
	}
	gnu(t, "--joblog", name, "echo a\necho {}", ":::", "b")
	if e := sameAgain(t, name); len(e) != 1 || e[0].Command != "echo a\x00echo b" {
		t.Errorf("of a command with a newline we read %v", e)
	}
}

// sameAgain reads a joblog of GNU parallel and fails the test unless it has the same bytes
// when we write it.
func sameAgain(t *testing.T, name string) []Entry {
	t.Helper()
	entries, err := ReadJoblog(name)
	if err != nil {
		t.Fatal(err)
	}
	got := []byte(header + "\n")
	for _, e := range entries {
		it := Item{Seq: e.Seq, Label: strings.ReplaceAll(e.Command, "\x00", "\n")}
		got = appendLine(got, &it, &Outcome{
			Host: e.Host, Start: e.Start, Took: e.Took, Sent: e.Sent, Received: e.Received, Exit: e.Exit, Signal: e.Signal,
		})
	}
	if text := read(t, name); string(got) != text {
		t.Errorf("got\n%q, GNU parallel wrote\n%q", got, text)
	}
	return entries
}

// TestJoblog_resumedByGNU lets GNU parallel go on after a joblog of ours.
func TestJoblog_resumedByGNU(t *testing.T) {
	for flag, want := range map[string]string{"--resume": "4\n5\n", "--resume-failed": "2\n3\n4\n5\n"} {
		log, name := newJoblog(t)
		for i, o := range []Outcome{{}, {Exit: 1}, {Signal: 9}} {
			o.Host, o.Start = ":", time.Now()
			if err := log.add(&Item{Seq: i + 1, Label: "echo"}, &o); err != nil {
				t.Fatal(err)
			}
		}
		out, err := gnu(t, flag, "-k", "--joblog", name, "echo", ":::", "1", "2", "3", "4", "5")
		if err != nil || out != want {
			t.Errorf("%s printed %q, %v; want %q", flag, out, err, want)
		}
	}
}

// TestJoblog_resume goes on after a joblog of GNU parallel, which has run two of four.
func TestJoblog_resume(t *testing.T) {
	for mode, want := range map[Mode]string{Resume: "item 3\nitem 4\n", ResumeFailed: "item 2\nitem 3\nitem 4\n", Append: "item 1\nitem 2\nitem 3\nitem 4\n"} {
		name := filepath.Join(t.TempDir(), "log")
		gnu(t, "--joblog", name, "-j1", "{=$_=$_=}", ":::", "item() { true; }; item 1", "item() { false; }; item 2")
		write(t, name, strings.NewReplacer("item() { true; }; ", "", "item() { false; }; ", "").Replace(read(t, name)))
		log, err := OpenJoblog(name, mode)
		if err != nil {
			t.Fatal(err)
		}
		var out safe
		sum, err := Run(t.Context(), Config{
			Source: newQueue(4), Joblog: log, Stdout: &out, Ordered: true,
			Hosts: []Host{&local{slots: 2, run: prints(func(it *Item) string { return it.Label + "\n" })}},
		})
		log.Close()
		if err != nil || out.String() != want || sum.Skipped != 4-strings.Count(want, "\n") {
			t.Errorf("mode %d printed %q, %v, %+v; want %q", mode, out.String(), err, sum, want)
		}
		if got := logged(t, name); len(got) != 4 || got[3] != 1 || got[4] != 1 {
			t.Errorf("mode %d: the joblog has %v", mode, got)
		}
	}
}

// TestJoblog_torn cuts a joblog at every byte, as a kill or a full disk may.
func TestJoblog_torn(t *testing.T) {
	log, name := newJoblog(t)
	for i := range 3 {
		log.add(&Item{Seq: i + 9, Label: "echo\nx"}, &Outcome{Host: ":", Start: time.Unix(1e9, 0)})
	}
	log.Close()
	text := read(t, name)
	for cut := range len(text) + 1 {
		write(t, name, text[:cut])
		log, err := OpenJoblog(name, Resume)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		whole := strings.Count(text[:cut], "\n")
		if got := len(log.Entries()); got != max(0, whole-1) {
			t.Fatalf("cut at %d: %d entries, want %d", cut, got, whole-1)
		}
		log.add(&Item{Seq: 99}, &Outcome{Host: ":"})
		log.Close()
		if entries, err := ReadJoblog(name); err != nil || len(entries) != max(1, whole) || entries[len(entries)-1].Seq != 99 {
			t.Fatalf("cut at %d: after another line %v, %v", cut, entries, err)
		}
	}
}

// TestJoblog_refused opens what is no joblog, or not free, or of other commands.
func TestJoblog_refused(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"my only copy\n":          "its first line is not that of a joblog",
		"my only copy":            "its first line is not that of a joblog",
		"\nmy only copy\n":        "its first line is not that of a joblog",
		"Seq\nmy only copy\n":     "its first line is not that of a joblog",
		header + "\n1\tx\n2\ty\n": "line 2 is not of a joblog: 2 columns, want 9",
		header + "\nx" + strings.Repeat("\t1", 8) + "\n\n": "line 2 is not of a joblog: column 1",
	} {
		name := filepath.Join(dir, "log")
		write(t, name, text)
		for _, mode := range []Mode{Fresh, Resume} {
			if mode == Fresh && strings.HasPrefix(text, header) {
				continue
			}
			if _, err := OpenJoblog(name, mode); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q, mode %d: %v, want %q", text, mode, err, want)
			}
			if got := read(t, name); got != text {
				t.Errorf("mode %d changed the file from %q to %q", mode, text, got)
			}
		}
	}
	if _, err := OpenJoblog(filepath.Join(dir, "none", "log"), Fresh); err == nil {
		t.Error("a joblog in a directory that is not there was made")
	}
	_, name := newJoblog(t)
	if _, err := OpenJoblog(name, Resume); err == nil || !strings.Contains(err.Error(), "another process is writing it") {
		t.Errorf("a joblog that is open: %v", err)
	}
}

// TestJoblog_otherCommands resumes with other inputs: nothing may run.
func TestJoblog_otherCommands(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	write(t, name, header+"\n1\t:\t1.000\t     0.001\t0\t0\t0\t0\titem 1\n2\t:\t1.000\t     0.001\t0\t0\t0\t0\titem two\n")
	log, err := OpenJoblog(name, Resume)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	sum, err := Run(t.Context(), Config{Source: newQueue(3), Joblog: log, Hosts: []Host{&local{slots: 1}}})
	want := `its number 2 is "item two", here it is "item 2"`
	if err == nil || !strings.Contains(err.Error(), want) || sum.OK != 0 {
		t.Errorf("with other commands: %v, %+v; want %q", err, sum, want)
	}
}

// TestJoblog_timedOut: GNU parallel writes -1 and the signal.
func TestJoblog_timedOut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	gnu(t, "--joblog", name, "--timeout", "0.2", "sleep", ":::", "9")
	entries, err := ReadJoblog(name)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	line := appendLine(nil, &Item{Seq: 1}, &Outcome{Host: ":", Signal: 15, TimedOut: true})
	ours, err := parseLine(strings.TrimSuffix(string(line), "\n"))
	if e := entries[0]; err != nil || ours.Exit != e.Exit || ours.Signal != e.Signal {
		t.Errorf("we write %+v, %v; GNU parallel %+v", ours, err, e)
	}
	line = appendLine(nil, &Item{Seq: 1}, &Outcome{Host: ":", Err: errors.New("no")})
	if ours, err := parseLine(strings.TrimSuffix(string(line), "\n")); err != nil || ours.OK() {
		t.Errorf("an error without a code is logged as %+v, %v", ours, err)
	}
}
