package template

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// hostile are inputs that make the file pwned if a part of them is run.
var hostile = []string{
	"$(touch pwned)", "`touch pwned`", "'; touch pwned; '", `"; touch pwned; "`, "\ntouch pwned\n", "x;touch pwned #",
	`\"; touch pwned #`, `\'; touch pwned #`, `'"$(touch pwned)"'`, `a[$(touch pwned)]`, "(touch pwned)", "{touch,pwned}",
	"}; touch pwned; {", "); touch pwned; (", "E\ntouch pwned", "0<(touch pwned)", "$$(touch pwned)", `\$(touch pwned)`,
	everyByte(),
}

// everyByte has each byte that a word can have, twice, so that each comes behind others.
func everyByte() string {
	var b strings.Builder
	for c := 1; c < 256; c++ {
		b.WriteByte(byte(c))
	}
	return b.String() + "$(touch pwned)`touch pwned`" + b.String()
}

// shells are those of this system that can be /bin/sh, by what argv[0] is.
func shells(t *testing.T) (found []string) {
	t.Helper()
	for _, name := range []string{"sh", "dash", "bash"} {
		path, err := exec.LookPath(name)
		if err == nil {
			path, err = filepath.EvalSymlinks(path)
		}
		if err == nil && !slices.Contains(found, path) {
			found = append(found, path)
		}
	}
	if len(found) == 0 {
		t.Fatal("no shell")
	}
	return found
}

// runIn runs a script, and returns what it prints and whether it made the file pwned.
func runIn(t *testing.T, dir, shell, script string) (out string, pwned bool) {
	t.Helper()
	cmd := exec.Command(shell, "-c", script)
	cmd.Args[0] = "sh"
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	printed, _ := cmd.Output()
	err := os.Remove(filepath.Join(dir, "pwned"))
	return string(printed), err == nil
}

// TestStands wants that an input arrives as it is at each place that is allowed.
func TestStands(t *testing.T) {
	for _, script := range []string{
		`printf %s {}`, `printf %s "{}"`, `printf %s '{}'`, `printf "%s" "{}"''`, `printf '%s'"" {}""`,
		`printf %s "$(printf %s. {})"`, `printf %s "$(printf %s. "{}")"`, `printf %s "$(printf %s. '{}')"`,
		`printf %s "$(printf %s. "$(printf %s "{}")")"`, `printf %s "${A:-$(printf %s. "{}")}"`, `printf %s ${A:-{}}`,
		`a={}; printf %s "$a"`, `a="{}"; printf %s "$a"`, `a='{}' && (printf %s "$a")`, `printf %s {} | cat`,
		`for a in "{}"; do printf %s "$a"; done`, `case "{}" in {}) printf %s '{}';; esac`, `f() { printf %s "$1"; }; f '{}'`,
		`sh -c 'printf %s "$1"' sh {}`, `sh -c 'printf %s "$1"' sh "{}"`, `[ "{}" = x ] || printf %s {}`,
		`if test -n '{}'; then printf %s "{}"; fi`, "printf \\\n%s \"\\\\\"'\b'{} | cut -c3-", "awk 'BEGIN {printf \"%s\", ARGV[1]}' {}",
		"# it's\nprintf %s {}", `printf %s "\\{}" | tail -c +2`, `printf %s \\{} | tail -c +2`, `printf %s "\${}" | tail -c +2`,
	} {
		p, err := Parse(&Options{Shell: true}, []string{script})
		if err != nil {
			t.Errorf("%s: %v", script, err)
			continue
		}
		dir := t.TempDir()
		for _, shell := range shells(t) {
			for _, input := range hostile {
				want, through := input, strings.Contains(script, "$(") || strings.Contains(script, "cut")
				if through {
					want = strings.ReplaceAll(want, "\n", " ") // what a command substitution and cut make of newlines is not ours
					input = want
				}
				out, pwned := runIn(t, dir, shell, p.Text(&Values{Args: []string{input}, Seq: 1, Slot: 1}))
				if strings.Contains(script, "%s.") {
					want += "."
				}
				if strings.TrimSuffix(out, "\n") != strings.TrimSuffix(want, "\n") || pwned {
					t.Errorf("%s: %s got %q, want %q; pwned: %v", filepath.Base(shell), script, out, want, pwned)
				}
			}
		}
	}
}

// TestStands_eachByte wants each byte to arrive that stands alone or at an end of an input, where no other
// byte makes it be quoted.
func TestStands_eachByte(t *testing.T) {
	for place, before := range map[string]string{`{}`: "", `"{}"`: "", `'{}'`: "", `x{}`: "x", `"x"{}`: "x"} {
		p, err := Parse(&Options{Shell: true}, []string{`printf '%s\0' ` + place})
		if err != nil {
			t.Fatal(err)
		}
		var script, want strings.Builder
		for c := 1; c < 256; c++ {
			for _, input := range [][]byte{{byte(c)}, {'a', byte(c)}, {byte(c), 'a'}} {
				script.WriteString(p.Text(&Values{Args: []string{string(input)}, Seq: 1, Slot: 1}) + "\n")
				want.WriteString(before + string(input) + "\x00")
			}
		}
		for _, shell := range shells(t) {
			if out, _ := runIn(t, t.TempDir(), shell, script.String()); out != want.String() {
				t.Errorf("%s: printf %s got %.3000q, want %.3000q", filepath.Base(shell), place, out, want.String())
			}
		}
	}
}

// TestStands_refused wants that a place is refused where an input would be run, and that it is said why.
func TestStands_refused(t *testing.T) {
	for script, want := range map[string]string{
		"echo `ls {}`": "$(…)", "echo \"`ls {}`\"": "$(…)", "cat <<E\n{}\nE\n": "here-document", "cat <<'E'\n{}\nE\n": "here-document",
		"cat <<{}\nx\n{}\n": "here-document", "cat <<E\n$(ls {})\nE\n": "here-document", "true # {}": "comment",
		`echo \{}`: "behind", `echo "\{}"`: "behind", "echo ${}": "behind", `echo "${}"`: "behind", "echo $\\\n{}": "behind",
		`echo "${A:-{}}"`: "shells differ", `echo $A{}`: "${name}{}", `echo ${{}}`: "${name}{}", `echo $'{}'`: "$'…'",
		`echo $"{}"`: `$"…"`, `{}() { x; }`: "name", `for {} in a; do x; done`: "name", `echo "$(("{}"))"`: "quotes within",
		`[[ {} -eq 1 ]]`: "[ … ]", `(({}))`: "not the same", `sh -c "ls {}"`: "program of sh", `env A=1 /bin/bash -ec 'ls "{}"'`: "program of bash",
		`eval ls {}`: "program of eval", `eval "ls {}"`: "program of eval", `trap 'rm {}' EXIT`: "program of trap",
		`awk '/{}/'`: "program of awk", `awk -F : -v a=1 '/{}/' x`: "program of awk", `perl -ne 'print "{}"'`: "program of perl",
		`sed s/a/{}/ f`: "program of sed", `sed -n -e "s/a/{}/p" f`: "program of sed", `ssh -p 22 me@h ls {}`: "program of ssh",
		`bash -o pipefail -c 'cat {} | wc -l'`: "program of bash", `bash --rcfile x -c "ls {}"`: "program of bash", `bash +e -c "ls {}"`: "program of bash",
		`su root -c "ls {}"`: "program of su", `sh -ce "ls {}"`: "program of sh", `sh -c -e "ls {}"`: "program of sh", `sh -c -- "ls {}"`: "program of sh",
		`python3 -W ignore -c "x {}"`: "program of python3", `python3.11 -c "x {}"`: "program of python3.11", `perl -I lib -e "x {}"`: "program of perl",
		`perl -e'print "{}"'`: "program of perl", `perl -e 1 -e "x {}"`: "program of perl", `sed -e 1d --expression "s/{}/x/" f`: "program of sed",
		`sed --expression="s/{}/x/" f`: "program of sed", `'sh' -c "ls {}"`: "program of sh", `\sh -c "ls {}"`: "program of sh", `\eval "ls {}"`: "program of eval",
		`"eval" ls {}`: "program of eval", `sh "-c" "ls {}"`: "program of sh", `"${SHELL:-sh}" -c "ls {}"`: "not known here", `command eval "ls {}"`: "program of eval",
		`alias x="ls {}"`: "program of alias", `flock . -c "ls {}"`: "program of flock", `script -qc "ls {}"`: "program of script", `runuser root -c "ls {}"`: "program of runuser",
		`split --filter='cat >{}.out'`: "program of split", `env -S 'sh -c "ls {}"'`: "program of env", `mapfile -C "echo {}" x`: "program of mapfile",
		`sh -c "ls $(basename {})"`: "program of sh", `ssh h "cat <$(basename {})"`: "program of ssh", `eval "x=$(dirname {})"`: "program of eval",
		`test -v {}`: "program of test", `[ -v {} ]`: "program of [", `printf -v {} x`: "program of printf", `read -r {}`: "program of read", `read -a {}`: "program of read",
		`((echo {}))`: "another way", `if ((test -f {})); then x; fi`: "another way", `arr[{}]=1`: "index", `a=([{}]=1)`: "index", `declare a[{}]=1`: "index",
		`declare "a[{}]=1"`: "declare", `declare {}=1`: "declare", `declare -i n={}`: "declare", `local -n r={}`: "local", `arr[{}.txt]=1`: "another way",
		`echo $(( $(basename {} .txt) + 1 ))`: "look whether", `PS4="{}: "; set -x`: "PS4", `BASH_ENV={} bash x`: "BASH_ENV",
		`ssh h "ls {}"`: "program of ssh", `echo "{}`: "cannot read", `echo 'x{}" y`: "cannot read", `let x={}`: "let",
	} {
		_, err := Parse(&Options{Shell: true}, []string{script})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", script, err, want)
		}
	}
	for _, script := range []string{`echo "x{} y"`, `echo $(cat {})`, "echo {}; echo", "cat {}<<E\nE\n", "echo >{}", "V={}"} {
		if _, err := Parse(&Options{Shell: true, Repeat: true}, []string{script}); err == nil {
			t.Errorf("-X %s: no error", script)
		}
	}
	for _, script := range []string{
		`eval {}`, `sh -c {}`, `ssh {} uptime`, `ssh -p 22 x@{} uptime`, `ssh h {}`, `awk -f x.awk out/{}.txt`, `awk -v x={} 1 {}`,
		`bash -o pipefail x.sh "a {}"`, `sh -c 'ls "$1"' sh "x{}"`, `grep let {}.log`, `echo eval x{}`, `python3 -m x "a {}"`, `perl -MData::Dumper x.pl "a {}"`,
		`ssh -o"A=B" u@{} uptime`, `[ "{}" = x ]`, `test -n "{}"`, `printf %s {}`, `read -p "{}: " x`, `rsync -ae ssh "{}/x" h:`, `tar -czf "{}.tgz" x`, `export V={}`,
		`for ((i=0;i<{};i++)); do x; done`, `"$X"/tool -c "x {}"`, `x=$(basename {}); echo $((x))`,
		`sed -f x "a {}"`, `sed -e 1d "a {}"`, `perl x.pl "a {}"`, `bash x.sh "a {}"`, "cat <<E\n{#}\nE\n", `echo "$(({} + 1))"`, "x # {#}",
	} {
		if _, err := Parse(&Options{Shell: true}, []string{script}); err != nil {
			t.Errorf("%s: %v", script, err)
		}
	}
}

// TestStands_several wants that more inputs than one are one word where there can be but one.
func TestStands_several(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{`V={}; printf %s "$V"`, "a touch pwned"}, {`V=x{} && printf %s "$V"`, "xa touch pwned"}, {`case {} in a*) printf y;; esac`, "y"},
		{`export V={}; printf %s "$V"`, "a touch pwned"}, {`printf x >{}; cat "a touch pwned"`, "x"}, {`for i in {}; do printf "%s," "$i"; done`, "a,touch,pwned,"},
		{`printf "%s," {}`, "a,touch,pwned,"}, {`printf "%s," "{}"`, "a touch pwned,"}, {`case a in {}) printf y;; *) printf n;; esac`, "n"},
	} {
		p, err := Parse(&Options{Shell: true}, []string{c.script})
		if err != nil {
			t.Errorf("%s: %v", c.script, err)
			continue
		}
		for _, shell := range shells(t) {
			out, pwned := runIn(t, t.TempDir(), shell, p.Text(&Values{Args: []string{"a", "touch", "pwned"}, Seq: 1, Slot: 1}))
			if out != c.want || pwned {
				t.Errorf("%s: %s prints %q, want %q; pwned: %v", filepath.Base(shell), c.script, out, c.want, pwned)
			}
		}
	}
}

// TestStands_words wants that an input that is a word of the shell's own is none, and that one which is not
// ASCII has no backslash behind it, which some locales take for a part of the letter before.
func TestStands_words(t *testing.T) {
	for _, c := range []struct{ script, input, want string }{
		{"case a in {}) echo;; esac", "esac", "case a in 'esac') echo;; esac"}, {`echo "{}x"`, "\x81\";$", "echo \"\"'\x81\";$'\"x\""},
		{`echo $((x-{}))`, "-3", "echo $((x-(-3)))"},
	} {
		p, err := Parse(&Options{Shell: true}, []string{c.script})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Text(&Values{Args: []string{c.input}, Seq: 1, Slot: 1}); got != c.want {
			t.Errorf("%s with %q is %q, want %q", c.script, c.input, got, c.want)
		}
	}
}

// TestStands_numbers wants that a number is no file descriptor, and that arithmetic gets integers alone.
func TestStands_numbers(t *testing.T) {
	for _, c := range []struct{ script, input, want string }{
		{"echo {}>&1", "2", "2\n"}, {"echo {#}>&1", "x", "1\n"}, {"echo '{#}<' {}", "x", "1< x\n"},
		{"echo $(({} + 1))", "41", "42\n"}, {"echo $((1+{}))", "-3", "-2\n"}, {"echo $(({} + 1))", "a[$(touch pwned)]", ""},
		{"echo $(({} + 1))", "1,2", ""}, {"echo $(({} + 1))", "--", ""}, {"echo $(({} + 1))", "", ""},
	} {
		p, err := Parse(&Options{Shell: true}, []string{c.script})
		if err != nil {
			t.Fatal(err)
		}
		for _, shell := range shells(t) {
			out, pwned := runIn(t, t.TempDir(), shell, p.Text(&Values{Args: []string{c.input}, Seq: 1, Slot: 1}))
			if out != c.want || pwned {
				t.Errorf("%s: %s with %q prints %q, want %q", filepath.Base(shell), c.script, c.input, out, c.want)
			}
		}
	}
}

// TestStands_random wants that no input is run by any script that is accepted.
func TestStands_random(t *testing.T) {
	tokens := []string{
		"{}", "{}", "{}", `"`, `"`, "'", "'", "`", "$(echo ", ")", `\`, "$", " ", " ", "x", "=", "<<E\n", "\nE\n", "#", "; ", "| cat ", "(", "$((",
		"))", "${A:-", "${A%", "}", "\n", "echo ", "<", "&", "[", "]", "case x in ", "esac ", "1", "$x", "[[ ", " ]] ", "<<<", "<(", "~", "!", "*", "-eq", "{",
		"((", "; arr[", "]=", "; declare ", "; export ", "-i ", "; for ((i=0;i<", ";i++)); do ", "done ", "; V=", "n", "; PS4=",
	}
	random := rand.New(rand.NewPCG(1, 45))
	dir, accepted := t.TempDir(), 0
	for range expect.Size(3_000, 10_000, 300_000) {
		script := "echo "
		for range 1 + random.IntN(9) {
			script += tokens[random.IntN(len(tokens))]
		}
		if !strings.Contains(script, "{}") {
			continue
		}
		many := random.IntN(2) == 0
		p, err := Parse(&Options{Shell: true, Repeat: many}, []string{script})
		if err != nil {
			continue
		}
		accepted++
		args := []string{hostile[random.IntN(len(hostile))]}
		switch {
		case many:
			args = append(args, hostile[random.IntN(len(hostile))])
		case random.IntN(4) == 0:
			args = []string{"x", "touch", "pwned"}
		}
		found := shells(t)
		text := p.Text(&Values{Args: args, Seq: 1, Slot: 1})
		if _, pwned := runIn(t, dir, found[random.IntN(len(found))], text); pwned {
			t.Errorf("%q with %q runs: %q", script, args, text)
		}
	}
	if accepted < 100 {
		t.Errorf("%d scripts were accepted: too few to tell", accepted)
	}
}
