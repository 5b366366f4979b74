package inputs

import "testing"

func TestParseDelimiter(t *testing.T) {
	for in, want := range map[string]string{
		`\n`: "\n", `\0`: "\x00", `\x2c`: ",", `\x2C\t`: ",\t", `\054`: ",", `ab`: "ab", `\\`: `\`, `\1234`: "S4", `\400`: " 0",
	} {
		if got, err := parseDelimiter(in); err != nil || got != want {
			t.Errorf("-d %q is %q, %v, want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"", `\`, `\q`, `\x`, `\xg`, `\8`} {
		if got, err := parseDelimiter(in); err == nil {
			t.Errorf("-d %q is %q, want an error", in, got)
		}
	}
}
