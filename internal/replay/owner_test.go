package replay

import "testing"

// TestVariables_Take: a file is the process's that took it first, and another file is not.
func TestVariables_Take(t *testing.T) {
	set := map[string]string{}
	e := Variables{func(name string) string { return set[name] }, func(name, value string) error {
		set[name] = value
		return nil
	}}
	for range 2 {
		if other, err := e.Take("V", "a b"); other != "" || err != nil {
			t.Errorf("the file is taken by %q, %v", other, err)
		}
	}
	set["V_OWNER"] = "1 a b"
	if other, _ := e.Take("V", "a b"); other != "1" || set["V_OWNER"] != "1 a b" {
		t.Errorf("a file of process 1 is taken by %q, and %q", other, set["V_OWNER"])
	}
	if other, _ := e.Take("V", "c"); other != "" || set["V_OWNER"] == "1 a b" {
		t.Errorf("another file is taken by %q, and %q", other, set["V_OWNER"])
	}
}
