//go:build unix

package each

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// TestEach runs the tool: what it prints, and its exit code.
func TestEach(t *testing.T) {
	for _, c := range []struct {
		args           string // words, separated by |
		stdin          string
		code           int
		stdout, stderr string // stderr is a pattern
	}{
		{args: "-k|echo|:::|b|a|c", stdout: "b\na\nc\n"},
		{args: "-k|-j4|echo|-n|{};|:::|a|b", stdout: "a;b;"},
		{args: "-k|--|echo|--|{}|:::|a|b", stdout: "-- a\n-- b\n"},
		{args: "-k|echo|$HOME;|*|{}", stdin: "x\ny z\n", stdout: "$HOME; * x\n$HOME; * y z\n"},
		{args: "-k|--shell|echo {} 'is it'; echo $((1+1))", stdin: "a b\n$x\n", stdout: "a b is it\n2\n$x is it\n2\n"},
		{args: "-k|-0|echo|{}", stdin: "a\nb\x00c\x00", stdout: "a\nb\nc\n"},
		{args: "-j1|-X|--min|9|echo|:::|a|b|c", stdout: "a b c\n"},
		{args: "-k|--tag|echo|x|:::|a|b", stdout: "a\tx a\nb\tx b\n"},
		{args: "-j1|-u|echo|:::|a|b", stdout: "a\nb\n"},
		{args: "-j1|-t|echo|:::|a|b", stdout: "a\nb\n", stderr: `^echo a\necho b\n$`},
		{args: "--dry-run|-q|--shell|echo {}; x|:::|a b", stdout: "'echo a b; x'\n"},
		{args: "cat", stdin: "", stdout: ""},
		{args: "-j1|sh|-c|cat; exit {}|:::|0|3", code: exit.Failed, stderr: `^skua: each: sh -c cat; exit 3: exit code 3\nskua: each: 1 command ok, 1 failed, .*\n$`},
		{args: "--quiet|sh|-c|exit {}|:::|0|3", code: exit.Failed, stderr: `^$`},
		{args: "--timeout|0.01|sleep|1000{}|:::|1", code: exit.Failed, stderr: `timed out`},
		{args: "-j1|--halt|soon,fail=1|sh|-c|echo {}; exit 1|:::|1|2", code: exit.Failed, stdout: "1\n", stderr: `1 failed`},
		{args: "no-such-program|:::|1|2|3", code: exit.NotStarted, stderr: `^skua: each: no-such-program: no such program in PATH\n$`},
		{args: "sh|-c|exit 1|{}|:::|" + strings.Repeat("x", 1000), code: exit.Failed, stderr: `^skua: each: sh -c exit 1 x{50,300} … x{50,300}: exit code 1\n`},
		{args: "./no-{}|:::|1", code: exit.Failed, stderr: `\./no-1: no such program`},
		{args: "--mem|1M|-k|echo|:::|1|2", stdout: "1\n2\n"},
		{args: "--mem|auto|-k|echo|:::|1|2", stdout: "1\n2\n"},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, stdout, stderr := tooltest.Run(t, c.stdin, append([]string{"each"}, strings.Split(c.args, "|")...)...)
			if code != c.code || stdout != c.stdout {
				t.Errorf("exit code %d, output %q, want %d and %q; it says %s", code, stdout, c.code, c.stdout, stderr)
			}
			if c.stderr == "" {
				c.stderr = `^$`
			}
			if !regexp.MustCompile(c.stderr).MatchString(stderr) {
				t.Errorf("it says %q, want %q", stderr, c.stderr)
			}
		})
	}
}

// TestEach_usage: nothing starts if a flag makes no sense.
func TestEach_usage(t *testing.T) {
	for args, want := range map[string]string{
		"-j|x":                                `-j x: want a number`,
		"-j|9000":                             `-j 9000: want a number up to 8000`,
		"--halt|later":                        `--halt "later"`,
		"--timeout|soon":                      `--timeout: "soon"`,
		"--delay|-1":                          `--delay: "-1"`,
		"--mem|much":                          `--mem: "much" is no size`,
		"--resume":                            `need --joblog`,
		"--resume-failed":                     `need --joblog`,
		"--longest-first":                     `needs --joblog`,
		"--joblog|x|--resume|--resume-failed": `want one of them`,
		"--joblog|x|--resume|-X":              `-n N or --xargs`,
		"--joblog|x|--resume-failed|-m":       `-n N or --xargs`,
		"-u|-k":                               `-u does not go with -k`,
		"--retries|-1":                        `--retries -1: want 0 or more`,
		"--on|":                               `--on is empty: want hosts`,
		"--ssh|ssh -v":                        `need --on HOSTS`,
		"--on|a|--cluster|./w":                `want one of them`,
		"-j|2|--cluster|./w":                  `skua worker --slots`,
		"-a|/no/such/file":                    `/no/such/file`,
		"--frob":                              `unknown flag`,
		"--pipe":                              `there is split with its option --filter`,
	} {
		dir := t.TempDir()
		args := append(append([]string{"each"}, strings.Split(args, "|")...), "touch", dir+"/{}", ":::", "a")
		code, stdout, stderr := tooltest.Run(t, "", args...)
		if left, _ := os.ReadDir(dir); code != exit.Usage || stdout != "" || !strings.Contains(stderr, want) || len(left) > 0 {
			t.Errorf("skua %q: exit code %d, output %q, files %v, want %d and nothing; it says %q, want %q",
				args, code, stdout, left, exit.Usage, stderr, want)
		}
	}
}

// TestEach_badInput: the commands before an input that makes none do run.
func TestEach_badInput(t *testing.T) {
	code, stdout, stderr := tooltest.Run(t, "good\n"+strings.Repeat("x", 30)+"\n", "each", "-k", "-X", "-s", "20", "echo")
	if code != exit.Failed || stdout != "good\n" || !strings.HasPrefix(stderr, "skua: each: ") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit code %d, output %q; it says %q, want %d, the first command, and why there is no second", code, stdout, stderr, exit.Failed)
	}
}

// TestEach_memory: commands that need more than there is run one at a time.
func TestEach_memory(t *testing.T) {
	lock := filepath.Join(t.TempDir(), "lock")
	alone := "mkdir " + lock + " && sleep 0.02 && rmdir " + lock
	if code, _, stderr := tooltest.Run(t, "", "each", "-j4", "--mem", "999T", "sh", "-c", alone, ":::", "1", "2", "3", "4", "5"); code != exit.OK {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestEach_openFiles: commands that there are no files for wait, and do not fail.
func TestEach_openFiles(t *testing.T) {
	each := tooltest.Tool("each", "-j30", "-k", "sh", "-c", "sleep 0.5; echo {}", ":::", "1", "2", "3", "4", "5", "6", "7", "8", "9")
	script := "ulimit -n 28; exec \"$@\""
	cmd := exec.Command("sh", append([]string{"-c", script, "sh"}, each.Args...)...)
	cmd.Env = each.Env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if want := "skua: each: 3 commands at a time, not 30"; err != nil || string(stdout) != "1\n2\n3\n4\n5\n6\n7\n8\n9\n" || !strings.HasPrefix(stderr.String(), want) {
		t.Errorf("%v, output %q, it says %q; want %q", err, stdout, &stderr, want)
	}
}

// TestEach_retries: a command that fails at first succeeds at last.
func TestEach_retries(t *testing.T) {
	dir := t.TempDir()
	try := "[ -e " + dir + "/{} ] || { touch " + dir + "/{}; exit 1; }"
	if code, _, _ := tooltest.Run(t, "", "each", "--retries", "2", "--shell", try, ":::", "a", "b"); code != exit.OK {
		t.Errorf("exit code %d with two attempts", code)
	}
	if code, _, _ := tooltest.Run(t, "", "each", "--retries", "1", "--shell", try, ":::", "c"); code != exit.Failed {
		t.Errorf("exit code %d with one attempt", code)
	}
}

// TestEach_resume: what is in the joblog does not run again, and what has failed only
// with --resume-failed.
func TestEach_resume(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	each := func(flags ...string) string {
		args := append([]string{"each", "-k", "--quiet", "--joblog", log}, flags...)
		_, stdout, _ := tooltest.Run(t, "", append(args, "sh", "-c", "echo {}; [ {} != b -o -e "+dir+"/good ]", ":::", "a", "b", "c")...)
		return stdout
	}
	if out := each(); out != "a\nb\nc\n" {
		t.Errorf("the first run prints %q", out)
	}
	if out := each("--resume"); out != "" {
		t.Errorf("--resume runs %q again", out)
	}
	if out := each("--resume-failed"); out != "b\n" {
		t.Errorf("--resume-failed runs %q again, want b", out)
	}
	if out := each("--resume-failed", "--dry-run"); !strings.HasPrefix(out, "sh -c echo b;") || strings.Count(out, "\n") != 1 {
		t.Errorf("--resume-failed --dry-run prints %q, want the command for b", out)
	}
	if err := os.WriteFile(filepath.Join(dir, "good"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	each("--resume-failed")
	if out := each("--resume-failed"); out != "" {
		t.Errorf("--resume-failed runs %q again, after all succeeded", out)
	}
	code, _, stderr := tooltest.Run(t, "", "each", "--joblog", log, "--resume", "echo", ":::", "a")
	if code != exit.NotStarted || !strings.Contains(stderr, "belongs to other commands") {
		t.Errorf("another command with the joblog: exit code %d, stderr %q, want %d", code, stderr, exit.NotStarted)
	}
}

// TestEach_help: the usage says what users may write, not what the flags hold inside.
func TestEach_help(t *testing.T) {
	_, help, _ := tooltest.Run(t, "", "each", "--help")
	for _, bad := range []string{"(default -1)", `"\\n"`} {
		if strings.Contains(help, bad) {
			t.Errorf("the help has %s", bad)
		}
	}
}

// TestEach_resumeSlot: the slot of a command is another when the batch goes on, and the command
// is still the same.
func TestEach_resumeSlot(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	const before = "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n" +
		"1\t:\t1.000\t     0.001\t0\t0\t0\t0\techo a 12\n"
	for input, want := range map[string]int{"a": exit.OK, "other": exit.NotStarted} {
		if err := os.WriteFile(log, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := tooltest.Run(t, "", "each", "-j2", "--joblog", log, "--resume", "echo", "{}", "{%}", ":::", input)
		if code != want || stdout != "" {
			t.Errorf("input %s: exit code %d, output %q, want %d and nothing; it says %q", input, code, stdout, want, stderr)
		}
	}
}

// TestEach_longestFirst: the joblog of the last run says which commands take long.
func TestEach_longestFirst(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	args := []string{"each", "-j1", "--joblog", log, "--longest-first", "echo", ":::", "0", "2", "1"}
	if first := tooltest.Must(t, "", args...); first != "0\n2\n1\n" {
		t.Errorf("without a joblog the order is %q, want that of the inputs", first)
	}
	written, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var slower strings.Builder // so many seconds each as its input says
	for line := range strings.Lines(string(written)) {
		column := strings.Split(line, "\t")
		if input, ok := strings.CutPrefix(column[len(column)-1], "echo "); ok {
			column[3] = strings.TrimSpace(input) + ".125"
		}
		slower.WriteString(strings.Join(column, "\t"))
	}
	if err := os.WriteFile(log, []byte(slower.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if second := tooltest.Must(t, "", args...); second != "2\n1\n0\n" {
		t.Errorf("the order is %q, want the longest first", second)
	}
}

// TestEach_json: the summary is a line at the end of the output, or a file.
func TestEach_json(t *testing.T) {
	file := filepath.Join(t.TempDir(), "summary")
	for _, flag := range []string{"--json", "--json=" + file} {
		code, stdout, _ := tooltest.Run(t, "", "each", "-k", flag, "sh", "-c", "echo {}; exit {}", ":::", "0", "7")
		text, found := strings.CutPrefix(stdout, "0\n7\n")
		if flag != "--json" {
			data, err := os.ReadFile(file)
			if err != nil || text != "" {
				t.Errorf("%s: output %q, file %v", flag, text, err)
			}
			text = string(data)
		}
		var d document
		if err := json.Unmarshal([]byte(text), &d); err != nil || !found || code != exit.Failed {
			t.Fatalf("%s: exit code %d, output %q: %v", flag, code, stdout, err)
		}
		want := failure{2, "sh -c echo 7; exit 7", nil, ":", "exit code 7"}
		if d.SchemaVersion != 1 || d.OK != 1 || d.Failed != 1 || len(d.Failures) != 1 || !reflect.DeepEqual(d.Failures[0], want) ||
			d.Hosts[":"] != 2 || d.OwnSeconds <= 0 {
			t.Errorf("%s: the document is %+v", flag, d)
		}
	}
}

func TestParseJobs(t *testing.T) {
	cores := runtime.GOMAXPROCS(0)
	for text, want := range map[string]int{
		"1": 1, "17": 17, "0": manyJobs, "+3": cores + 3, "-1": max(1, cores-1), "-1000": 1,
		"100%": cores, "200%": 2 * cores, "1%": 1, "0.5%": 1,
	} {
		if n, err := parseJobs(text); n != want || err != nil {
			t.Errorf("-j %s is %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "x", "%", "1e9", "-5%", "NaN%", "8001", "+9000", "99999999999999999999", "1.5"} {
		if n, err := parseJobs(text); err == nil {
			t.Errorf("-j %q is %d, want an error", text, n)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "5k": 5000, "5K": 5120, "1.5M": 3 << 19, "2G": 2 << 30, "1T": 1 << 40} {
		if n, err := parseSize(text); n != want || err != nil {
			t.Errorf("%s is %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "M", "1P1", "1e99", "Inf", "NaN", "1 G"} {
		if n, err := parseSize(text); err == nil {
			t.Errorf("%q is %d, want an error", text, n)
		}
	}
}

// TestEach_program: only a program that is the same for all commands is looked for before.
func TestEach_program(t *testing.T) {
	for args, want := range map[string]string{
		"":                   "",
		"gzip|:::|a":         "gzip",
		"gzip":               "gzip",
		"{}":                 "",
		"./{/}|x":            "",
		":::|a":              "",
		":::+|a":             "",
		"::::|a":             "",
		"-I|,,|run-,,|:::|a": "",
		"--shell|a; b|:::|a": "",
		"--arg-sep|,|,|a":    "",
		"-I|,,|run|,,|:::|a": "run",
	} {
		var o options
		f := pflag.NewFlagSet("each", pflag.ContinueOnError)
		o.bind(f)
		var list []string
		if args != "" {
			list = strings.Split(args, "|")
		}
		if err := f.Parse(list); err != nil {
			t.Fatal(err)
		}
		if got := o.program(f.Args()); got != want {
			t.Errorf("the program of %q is %q, want %q", args, got, want)
		}
	}
}
