package images

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// An Input is a file that was named, listed or found.
type Input struct {
	Path  string      // as it was named, or below the directory that was named
	Below string      // the directories between the one that was named and the file
	Info  fs.FileInfo // nil if Err says that there is no such file
	Err   error       // why it cannot be read; nil if that is not known yet
}

// A Listing says where inputs come from.
type Listing struct {
	Args      []string  // paths, @FILE for a list of paths, - for one on Stdin
	Stdin     io.Reader // of the argument -
	Zero      bool      // paths in lists end in a zero byte, not in a newline
	Recursive bool      // directories stand for the pictures below them
	Except    string    // a directory that is not entered: the one for the outputs
}

// Inputs returns every file that the arguments of l name, once, in their order. A path
// that cannot be read is an Input with Err; a list that cannot be read is an error, for
// then it is not known what was asked for. It blocks while the other end of standard input
// may still write.
func (l *Listing) Inputs(ctx context.Context) ([]Input, error) {
	c := &collector{listing: l, seen: map[string]bool{}}
	if info, err := os.Stat(l.Except); l.Except != "" && err == nil {
		c.except = info
	}
	for _, arg := range l.Args {
		if err := l.each(arg, func(path string) error {
			c.path(ctx, direct(path))
			return context.Cause(ctx)
		}); err != nil {
			return nil, err
		}
	}
	return c.all, nil
}

// A collector gathers inputs, each path once.
type collector struct {
	listing *Listing
	except  fs.FileInfo
	seen    map[string]bool
	all     []Input
}

func (c *collector) add(in Input) {
	if key := filepath.Clean(in.Path); !c.seen[key] {
		c.seen[key] = true
		c.all = append(c.all, in)
	}
}

// path adds what a path stands for: a file, or the pictures below a directory.
func (c *collector) path(ctx context.Context, path string) {
	info, err := look(path)
	switch {
	case info == nil || !info.IsDir():
		c.add(Input{Path: path, Info: info, Err: err})
	case !c.listing.Recursive:
		c.add(Input{Path: path, Err: errDirectory})
	default:
		c.walk(ctx, path)
	}
}

var (
	errDirectory = errors.New("is a directory (--recursive takes the pictures below it)")
	errBroken    = errors.New("broken symbolic link")
)

// look returns what path leads to, also through symbolic links, and an error if that is
// neither a file nor a directory. It opens nothing: to open a named pipe waits for its
// other end.
func look(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		if link, e := os.Lstat(path); e == nil && link.Mode()&fs.ModeSymlink != 0 && errors.Is(err, fs.ErrNotExist) {
			return nil, errBroken
		}
		return nil, bare(err)
	}
	if what := special(info.Mode()); what != "" {
		return info, errors.New("is " + what + ", not a file")
	}
	return info, nil
}

// special names what is neither a file nor a directory.
func special(mode fs.FileMode) string {
	switch {
	case mode.IsRegular(), mode.IsDir():
		return ""
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "something special"
}

// bare is err without the path, which is printed beside it.
func bare(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
