package hash

import (
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// parseSums returns all that a Sums finds in text.
func parseSums(text string, isStdin bool) (entries []Entry, malformed []int, err error) {
	s := NewSums(strings.NewReader(text), "SUMS", isStdin, '\n', func(line int) { malformed = append(malformed, line) })
	for {
		e, err := s.Next()
		if err == io.EOF {
			return entries, malformed, nil
		}
		if err != nil {
			return entries, malformed, err
		}
		entries = append(entries, e)
	}
}

func TestSums(t *testing.T) {
	sum := Sum(sha256.Sum256([]byte("x")))
	hex := sum.String()
	tests := []struct {
		name, text string
		stdin      bool
		paths      []string
		malformed  []int
	}{
		{name: "text", text: hex + "  a b\n", paths: []string{"a b"}},
		{name: "binary", text: hex + " *a\n", paths: []string{"a"}},
		{name: "tab", text: hex + "\t a\n", paths: []string{"a"}},
		{name: "upper case", text: strings.ToUpper(hex) + "  a", paths: []string{"a"}},
		{name: "blanks before, return behind", text: " \t" + hex + "  a\r\n", paths: []string{"a"}},
		{name: "comment and empty", text: "# " + hex + "  a\n\n\r\n" + hex + "  b\n", paths: []string{"b"}},
		{name: "escaped", text: `\` + hex + `  a\nb\r\\c` + "\n", paths: []string{"a\nb\r\\c"}},
		{name: "not escaped", text: hex + `  a\nb` + "\n", paths: []string{`a\nb`}},
		{name: "unknown escape", text: `\` + hex + `  a\t` + "\n", malformed: []int{1}},
		{name: "half an escape", text: `\` + hex + `  a\` + "\n", malformed: []int{1}},
		{name: "tagged", text: "SHA256 (a) (b)) = " + hex + "\nSHA256(c)=" + hex, paths: []string{"a) (b)", "c"}},
		{name: "tagged, escaped", text: `\SHA256 (a\nb) = ` + hex, paths: []string{"a\nb"}},
		{name: "tagged, broken", text: "SHA256 a = " + hex + "\nSHA256 (a) " + hex + "\nSHA256 (a) = 12\nSHA256 (", malformed: []int{1, 2, 3, 4}},
		{name: "old form", text: hex + " a\n" + hex + "  b\n", paths: []string{"a", " b"}},
		{name: "old form too late", text: hex + "  a\n" + hex + " b\n" + hex + " c\n", paths: []string{"a"}, malformed: []int{2, 3}},
		{name: "rubbish", text: "rubbish\n" + hex + "\n" + hex + "  a\n" + hex[1:] + "g  b\n", paths: []string{"a"}, malformed: []int{1, 2, 4}},
		{name: "NUL", text: hex + "  a\x00b\n", malformed: []int{1}},
		{name: "standard input", text: hex + "  -\n", paths: []string{"-"}},
		{name: "standard input in itself", text: hex + "  -\n", stdin: true, malformed: []int{1}},
		{name: "empty"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			entries, malformed, err := parseSums(test.text, test.stdin)
			if err != nil {
				t.Fatal(err)
			}
			var paths []string
			for _, e := range entries {
				paths = append(paths, e.Path)
				if e.Want != sum {
					t.Errorf("%q: sum is %v, want %v", e.Path, e.Want, sum)
				}
			}
			if !slices.Equal(paths, test.paths) {
				t.Errorf("paths are %q, want %q", paths, test.paths)
			}
			if !slices.Equal(malformed, test.malformed) {
				t.Errorf("malformed lines are %v, want %v", malformed, test.malformed)
			}
		})
	}
}

// FuzzLine checks that every line that is written is read back as it was, and
// that nothing makes the parser fail otherwise.
func FuzzLine(f *testing.F) {
	for _, name := range []string{"a", " a", "*", "-", "\\", "a\nb", "\r", "a\\nb", "SHA256 (a) = ", "#", "\xff"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if _, _, err := parseSums(name, false); err != nil {
			t.Fatal(err)
		}
		if name == "" || strings.Contains(name, "\x00") {
			return // no file has that name
		}
		sum := Sum(sha256.Sum256([]byte(name)))
		line := string(AppendLine(nil, name, sum, '\n'))
		entries, _, err := parseSums(line, false)
		if err != nil || len(entries) != 1 || entries[0] != (Entry{name, sum}) {
			t.Fatalf("line %q is read as %v, %v; want %v", line, entries, err, Entry{name, sum})
		}
	})
}

func ExampleAppendLine() {
	line := AppendLine(nil, "two\nlines", Sum{}, '\n')
	fmt.Print(string(line[:5]), "…", string(line[60:]))
	// Output: \0000…00000  two\nlines
}
