package remote

import (
	"slices"
	"strings"
	"testing"
)

func TestParseHosts(t *testing.T) {
	got, err := ParseHosts("a, b/4,8/me@c,:,2/:x,ssh://d:22,ssh://e:22/3,[fe80::1]")
	want := []Spec{{"a", 0}, {"b", 4}, {"me@c", 8}, {":", 0}, {":x", 2}, {"ssh://d:22", 0}, {"ssh://e:22", 3}, {"[fe80::1]", 0}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	for list, says := range map[string]string{
		"": "no host", "a,": "no host", "a,,b": "no host", "-oProxyCommand=x": "no host", "a b": "no host",
		"a/b": "no host", "a/0": "1 to", "0/a": "1 to", "a/99999999999999999999": "1 to", "a,a": "twice", "a/2,3/a": "twice",
		"4/": "no host", "/4": "no host",
	} {
		if _, err := ParseHosts(list); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", list, err, says)
		}
	}
}

func TestSSHCommand(t *testing.T) {
	got := strings.Join(sshCommand([]string{"/usr/bin/ssh", "-F", "x"}, "host", "script"), " ")
	if !strings.HasPrefix(got, "/usr/bin/ssh -F x -o BatchMode=yes ") || !strings.HasSuffix(got, " -- host script") {
		t.Errorf("%s", got)
	}
	if got := strings.Join(sshCommand([]string{"other"}, "host", "script"), " "); got != "other host script" {
		t.Errorf("%s", got)
	}
}
