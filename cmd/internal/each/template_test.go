package each

import (
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/template"
)

// TestTemplate_argv wants that without a shell a word stays a word, whatever the input.
func TestTemplate_argv(t *testing.T) {
	for _, c := range []struct{ line, want []string }{
		{[]string{"prog", ":::", "a b"}, []string{"prog", "a b"}},
		{[]string{"prog", "--in={}", "x y", ":::", "a b;*"}, []string{"prog", "--in=a b;*", "x y"}},
		{[]string{"prog", "{}", ":::", ""}, []string{"prog", ""}},
		{[]string{"prog", "", "{}", ":::", "a"}, []string{"prog", "", "a"}},
		{[]string{"prog", "{}{.}{}", ":::", "a.b"}, []string{"prog", "a.baa.b"}},
		{[]string{"prog", "{x} {3.} {a.b} {0}", "{1}", ":::", "a"}, []string{"prog", "{x}  {a.b} {0}", "a"}},
		{[]string{"{/}", "x", ":::", "bin/prog"}, []string{"prog", "x"}},
		{[]string{"prog", "{#}", ":::", "a"}, []string{"prog", "1"}},
		{[]string{"prog", "{1", "}", "{", ":::", "a"}, []string{"prog", "{1", "}", "{", "a"}},
		{[]string{"prog", "{{}}", ":::", "a"}, []string{"prog", "{a}"}},
		{[]string{"-n2", "prog", "p-{}-q", ":::", "a", "b c"}, []string{"prog", "p-a", "b c-q"}},
		{[]string{"-N2", "prog", "p-{}-q", ":::", "a", "b c"}, []string{"prog", "p-a-q", "p-b c-q"}},
		{[]string{"-N2", "-m", "prog", "p-{}-q", ":::", "a", "b c"}, []string{"prog", "p-a", "b c-q"}},
		{[]string{"-N0", "prog", "{}", "p{}", ":::", "a"}, []string{"prog", "p"}},
		{[]string{"prog", "{2}", "x{2}", "{1}", ":::", ""}, []string{"prog", "x", ""}},
		{[]string{"-X", "prog", "{1}{#}", "{}{2}", ":::", "a", "b"}, []string{"prog", "a1", "ab", "bb"}},
		{[]string{"prog", "{1}", "{}", ":::", "a", ":::", "c"}, []string{"prog", "a", "a", "c"}},
		{[]string{"-I", "XX", "prog", "aXXb", "{}", "{1}", ":::", "i"}, []string{"prog", "aib", "{}", "{1}"}},
		{[]string{"-I", "{", "prog", "{}", ":::", "i"}, []string{"prog", "i}"}},
		{[]string{"-I", "{}", "prog", "{1}", ":::", "i"}, []string{"prog", "i"}},
		{[]string{"--header", ":", "prog", "{n}", "{n.}", "{n//}", "{ m}", "${m}", ":::", "n", "d/a.b"}, []string{"prog", "d/a.b", "d/a", "d", "{ m}", "${m}"}},
		{[]string{"prog", "$(id)", "`id`", "|", ":::", "$HOME"}, []string{"prog", "$(id)", "`id`", "|", "$HOME"}},
	} {
		items := drain(t, mustPlan(t, nil, nil, c.line...), 0)
		if len(items) == 0 {
			t.Errorf("each %q: no command", c.line)
			continue
		}
		got := items[0].Payload.(*Command)
		if !slices.Equal(got.Argv, c.want) || got.Script != "" {
			t.Errorf("each %q: %s and script %q, want %s", c.line, quoteAll(got.Argv), got.Script, quoteAll(c.want))
		}
	}
}

// TestTemplate_shell wants scripts as GNU parallel makes them.
func TestTemplate_shell(t *testing.T) {
	for _, c := range []struct {
		line []string
		want string
	}{
		{[]string{"echo", "a  b", "{}", ":::", "x y"}, "echo a  b 'x y'"},
		{[]string{"echo {}  \n\tx ", ":::", "it's"}, "echo 'it'\"'\"'s'  \n\tx "},
		{[]string{"{}", "x", ":::", "a b"}, "a b x"},
		{[]string{"{}", "{}", ":::", "a b"}, "a b 'a b'"},
		{[]string{"V={};", "echo $V", ":::", "a b"}, "V='a b'; echo $V"},
		{[]string{"wc<{}", ":::", "$(id)"}, "wc<'$(id)'"},
		{[]string{">{}.out", "echo", ":::", "a;b"}, ">'a;b'.out echo"},
		{[]string{"(cat<{.})", ":::", "`id`.c"}, "(cat<'`id`')"},
		{[]string{":::", "echo a; echo b"}, "echo a; echo b"},
		{[]string{"-q", "echo", "a  b;", "{}", "p{}", ":::", "x y"}, "echo 'a  b;' 'x y' 'px y'"},
		{[]string{"-X", "echo  p{}", "x", ":::", "a", "b c"}, "echo  pa p'b c' x"},
		{[]string{"-m", "echo  p{}", "x", ":::", "a", "b c"}, "echo  pa 'b c' x"},
		{[]string{"echo", ":::", ""}, "echo ''"},
	} {
		line := append([]string{"--shell"}, c.line...)
		items := drain(t, mustPlan(t, nil, nil, line...), 0)
		if len(items) != 1 || items[0].Label != c.want || items[0].Payload.(*Command).Argv != nil {
			t.Errorf("each %q: %q, want %q", line, texts(items), c.want)
		}
	}
}

// TestTemplate_length wants that the length of a command is counted as it is made.
func TestTemplate_length(t *testing.T) {
	for _, line := range [][]string{
		{"prog", "x{}y", ":::", "a", "bcd"},
		{"--shell", "prog  x{}y\t{/}", ":::", "a b", "d/e'f"},
		{"--shell", "-q", "prog", "a b", ":::", "a b", "x"},
	} {
		s := mustPlan(t, nil, nil, append([]string{"-X"}, line...)...)
		items := drain(t, s, 0)
		m := s.(*packSource).maker
		c := items[0].Payload.(*Command)
		got := m.command.Length(&template.Values{Args: c.inputs, Seq: 1, Slot: 1})
		if want := len(c.Text()) + 1; len(items) != 1 || got != want {
			t.Errorf("each %q: %q has length %d, want %d", line, c.Text(), got, want)
		}
	}
}

func TestPlan_errors(t *testing.T) {
	for _, c := range []struct {
		line string
		want string
	}{
		{"", "give --shell"},
		{"::: a", "give --shell"},
		{"-q echo ::: a", "--shell"},
		{"echo {=s/a/b/=} ::: a", "Perl"},
		{"echo :::: /nonexistent/file", "/nonexistent/file"},
		{"echo :::: /", "directory"},
		{"echo ::::", "no files"},
		{"echo :::+ a", "there is none"},
		{"-a - echo :::: -", "twice"},
		{"-d \\q echo", "-d"},
		{"--trim x echo", "lr"},
		{"--colsep ( echo", "--colsep"},
		{"--header 2 echo", "allowed is :"},
		{"--header : echo {m} ::: n", "{m}: the header has no such column, it has n"},
		{"--header : echo {n}{na/.} ::: n", "{na/.}: the header has no such column"},
		{"-n 1 -N 1 echo", "one of them"},
		{"-n -2 echo", "from 0 on"},
		{"-x echo", "needs -n"},
		{"-s 9999999 echo", "at most"},
		{"--min -1 echo", "from 0 on"},
		{"--arg-sep :::: echo", "different"},
		{"--arg-sep= echo", "different"},
		{"--replace= echo", "empty"},
		{"-I XX --seqreplace XX echo", "already"},
		{"--plus -X echo {##} ::: a", "{##}"},
		{"--plus echo {/(/x} ::: a", "{/(/x}"},
	} {
		_, err := planOf(strings.Fields(c.line), strings.NewReader(""), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("each %s: error %v, want one with %q", c.line, err, c.want)
		}
	}
	_, err := planOf([]string{"echo {}", ":::", "a"}, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "no shell splits it") {
		t.Errorf("a command in one word: error %v, want one that says no shell splits it", err)
	}
}

// TestHeader_mark wants the byte order mark that Excel writes to be no part of a column's name.
func TestHeader_mark(t *testing.T) {
	s := mustPlan(t, strings.NewReader("\ufeffname,x\na,1\n"), nil, "--header", ":", "--colsep", ",", "echo", "{name}", "{x}")
	if items := drain(t, s, 0); len(items) != 1 || items[0].Label != "echo a 1" {
		t.Errorf("%q, want echo a 1", texts(items))
	}
}

// TestCombine wants linked and recycled sources as GNU parallel's manual has them.
func TestCombine(t *testing.T) {
	for line, want := range map[string]string{
		"--link echo ::: 1 2 ::: I II III ::: a b c d":   "1Ia 2IIb 1IIIc 2Id",
		"--link echo ::: 1 2 3 ::: a b :::+ c d":         "1ac 2bd 3ac",
		"--link echo ::: 1 2 3 ::: a b :::+ c":           "1ac 2bc 3ac",
		"--link echo ::: 1 2 3 :::+ a b ::: W X Y Z":     "1aW 2bX 3aY 1bZ",
		"--link -E x echo ::: 1 2 3 ::: a x b":           "1a 2a 3a",
		"echo ::: 1 2 3 :::+ a b ::: X Y":                "1aX 1aY 2bX 2bY",
		"-E x echo ::: 1 x 2 ::: a b x c":                "1a 1b",
		"--header : --colsep , echo ::: n,m 1,2 ::: o 3": "123",
	} {
		var got []string
		for _, it := range drain(t, mustPlan(t, nil, nil, strings.Fields(line)...), 0) {
			got = append(got, strings.Join(it.Payload.(*Command).Argv[1:], ""))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("each %s: %q, want %s", line, got, want)
		}
	}
}
