package photo

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// An Expect says what a program should make of a file.
type Expect string

// What to expect.
const (
	Works  Expect = "works"  // it is a picture, whatever it is called
	Fails  Expect = "fails"  // it is none: the program says so and goes on
	Either Expect = "either" // decoders differ; the program goes on
)

// A Bad is a file of the directory that Broken makes.
type Bad struct {
	Name   Name   `json:"name"`
	Expect Expect `json:"expect"`
	What   string `json:"what"`
}

// A Name is that of a file, without a directory. It may have any byte but / and NUL, and is
// JSON as Go would quote it: "not-utf8-\\xff.jpg".
type Name string

// MarshalText quotes the name.
func (n Name) MarshalText() ([]byte, error) {
	quoted := strconv.QuoteToASCII(string(n))
	return []byte(quoted[1 : len(quoted)-1]), nil
}

// UnmarshalText takes the quotes off.
func (n *Name) UnmarshalText(text []byte) error {
	name, err := strconv.Unquote(`"` + string(text) + `"`)
	*n = Name(name)
	return err
}

// Broken makes files in dir that are broken, mislabelled or oddly named, and says what to
// expect of each. What the system or the user cannot make is left out: names with a line
// feed, links, a FIFO. Two directories with links that go round are among them. The file
// that may not be read is expected to work if the user may read it still, as root may.
func Broken(dir string, seed uint64) ([]Bad, error) {
	contents, err := damaged(seed)
	if err != nil {
		return nil, err
	}
	var list []Bad
	for _, c := range contents {
		err := os.WriteFile(filepath.Join(dir, string(c.Name)), c.data, 0o666)
		if err != nil && !c.oddName {
			return nil, err
		}
		if err == nil {
			list = append(list, c.Bad)
		}
	}
	special, err := special(dir, contents[0].data)
	if err != nil {
		return nil, err
	}
	return append(list, special...), nil
}

// special makes what is no regular file, or may not be read.
func special(dir string, good []byte) ([]Bad, error) {
	if err := os.Mkdir(filepath.Join(dir, "directory.jpg"), 0o777); err != nil {
		return nil, err
	}
	list := []Bad{{"directory.jpg", Fails, "a directory"}}
	secret := filepath.Join(dir, "unreadable.jpg")
	if err := os.WriteFile(secret, good, 0o200); err != nil {
		return nil, err
	}
	bad := Bad{"unreadable.jpg", Fails, "may not be read"}
	if f, err := os.Open(secret); err == nil {
		f.Close()
		bad.Expect, bad.What = Works, "may be read by root only"
	}
	list = append(list, bad)
	for _, link := range []struct {
		Bad
		to string
	}{
		{Bad{"link.jpg", Works, "a link to a photograph"}, "good.jpg"},
		{Bad{"link-broken.jpg", Fails, "a link to nothing"}, "nowhere.jpg"},
		{Bad{"link-loop-a.jpg", Fails, "a link to a link to itself"}, "link-loop-b.jpg"},
		{Bad{"link-loop-b.jpg", Fails, "a link to a link to itself"}, "link-loop-a.jpg"},
		{Bad{"link-up", Either, "a link to its own directory"}, "."},
	} {
		if os.Symlink(link.to, filepath.Join(dir, string(link.Name))) == nil {
			list = append(list, link.Bad)
		}
	}
	if makeFIFO(filepath.Join(dir, "fifo.jpg")) == nil {
		list = append(list, Bad{"fifo.jpg", Fails, "a FIFO, which nobody writes to"})
	}
	return list, nil
}

// oddNames are names that programs stumble over. Their files are photographs.
var oddNames = []string{
	"with space.jpg", " leading and trailing .jpg ", "line\nfeed.jpg", "tab\tulator.jpg", "-dash.jpg", "--resize.jpg", "@list.jpg",
	"quote'\".jpg", "back\\slash.jpg", "percent%d.jpg", "braces{}.jpg", "star*?[a].jpg", "dollar$HOME;true.jpg",
	"дом-写真-é.jpg", "not-utf8-\xff.jpg", "colon:a.jpg", "UPPER.JPG", "no-extension", "two.dots.jpg", ".hidden.jpg",
}

// withOddNames is the same content under each odd name.
func withOddNames(good []byte) (list []content) {
	for _, name := range oddNames {
		list = append(list, content{Bad{Name(name), Works, fmt.Sprintf("a photograph named %q", name)}, good, true})
	}
	return list
}
