package template

import "testing"

func TestOps(t *testing.T) {
	for _, c := range []struct{ op, in, want string }{
		{"//", "a/b/", "a"}, {"//", "a//b", "a"}, {"//", "/", "/"}, {"//", "//", "/"}, {"//", "/a", "/"}, {"//", "", "."},
		{"//", "./a/b", "./a"}, {"//", "a/../b/c", "a/../b"},
		{".", ".bashrc", ""}, {".", "a.b/c", "a.b/c"}, {".", "a.b.", "a.b"}, {".", "", ""},
		{"/.", "a.b/c.d.e", "c.d"}, {"/", "a/", ""}, {"/", "a", "a"},
		{"..", "a.b", "a.b"}, {"...", "d.x/a.b.c.d", "d.x/a"}, {"+.", "a", ""}, {"+..", "d.x/a.b", ""}, {"+/", "a", ""},
	} {
		do := ops[c.op]
		if do == nil {
			do = plusOps[c.op]
		}
		if got := do(c.in); got != c.want {
			t.Errorf("{%s} of %q is %q, want %q", c.op, c.in, got, c.want)
		}
	}
	if got := substring("äöüß", 1, 2); got != "öü" {
		t.Errorf("two characters from the second on of äöüß are %q", got)
	}
	if got := substring("ab", 5, 2); got != "" {
		t.Errorf("two characters from the sixth on of ab are %q", got)
	}
}
