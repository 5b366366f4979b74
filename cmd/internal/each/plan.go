package each

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"

	"github.com/skua-go/skua/cmd/internal/inputs"
	"github.com/skua-go/skua/cmd/internal/template"
)

func plan(o Options, args []string, stdin io.Reader) (Source, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	command, specs, err := o.split(args)
	if err != nil {
		return nil, err
	}
	if err := o.checkCommand(command); err != nil {
		return nil, err
	}
	if len(specs) == 0 {
		specs = []inputs.Spec{{File: "-"}}
	}
	in, err := inputs.Open(o.inputs(), specs, stdin)
	if err != nil {
		return nil, err
	}
	m, err := o.maker(command, in.Columns)
	if err != nil {
		return nil, err
	}
	return o.source(m, in.Rows, in.Slow)
}

// inputs are the options for the inputs.
func (o *Options) inputs() *inputs.Options {
	in := &inputs.Options{
		Delimiter: o.Delimiter, Colsep: o.Colsep, Header: o.Header != "", Trim: o.Trim, EOF: o.EOF,
		SkipBlank: o.SkipBlank, Continued: o.MaxLines >= 0, Link: o.Link,
	}
	if o.Null {
		in.Delimiter = `\0`
	}
	return in
}

// validate checks the options by themselves.
func (o *Options) validate() error {
	if o.ArgSep == "" || o.ArgFileSep == "" || o.ArgSep == o.ArgFileSep {
		return fmt.Errorf("--arg-sep %q and --arg-file-sep %q must be two different words", o.ArgSep, o.ArgFileSep)
	}
	if o.Header != "" && o.Header != ":" {
		return fmt.Errorf("--header %q: allowed is : for the first input of each source", o.Header)
	}
	for _, n := range []struct {
		flag  string
		value int
		least int
	}{{"-n", o.MaxArgs, -1}, {"-N", o.MaxReplace, -1}, {"-L", o.MaxLines, -1}, {"-s", o.MaxChars, 0}, {"--min", o.Min, 0}} {
		if n.value < n.least {
			return fmt.Errorf("%s %d: allowed is a number from 0 on", n.flag, n.value)
		}
	}
	if limit := o.limit(); o.MaxChars > limit {
		return fmt.Errorf("-s %d: allowed are commands of at most %d bytes", o.MaxChars, limit)
	}
	counts := 0
	for _, n := range []int{o.MaxArgs, o.MaxReplace, o.MaxLines} {
		if n >= 0 {
			counts++
		}
	}
	if counts > 1 {
		return errors.New("-n, -N and -L say the same in different ways; give one of them")
	}
	if o.ExitTooLong && counts == 0 {
		return errors.New("-x needs -n, -N or -L")
	}
	if o.Slots < 1 {
		return fmt.Errorf("%d slots; allowed is a number from 1 on", o.Slots)
	}
	return nil
}

// checkCommand refuses commands that only a shell understands.
func (o *Options) checkCommand(words []string) error {
	switch {
	case o.Shell:
		return nil
	case o.Quote:
		return errors.New("-q quotes the command for a shell; without --shell no shell reads it, so there is nothing to quote")
	case len(words) == 0:
		return errors.New("no command: to run the inputs themselves as commands, give --shell, because only a shell can split them into words")
	case len(words) > 1 || !strings.ContainsAny(words[0], " \t\n"):
		return nil
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return fmt.Errorf("there is no program %q: no shell splits it into words; write the words apart (-- echo {}), or give --shell", words[0])
	}
	return nil
}

// count returns how many inputs a command takes, if the options say so.
func (o *Options) count() (n int, given bool) {
	n = max(o.MaxArgs, o.MaxReplace, o.MaxLines)
	return n, n >= 0
}

// packs tells whether a command takes as many inputs as fit, or as are worthwhile.
func (o *Options) packs() bool { return o.Context || o.Many || o.Xargs }

// repeats tells whether the word around {} is repeated for each input.
func (o *Options) repeats() bool {
	return !o.Many && (o.Context || o.MaxReplace > 1 || o.MaxLines >= 0)
}

// maker makes templates of the command and of the tag. columns are the names of the inputs'
// columns, if there is a header.
func (o *Options) maker(command, columns []string) (*maker, error) {
	m := &maker{tagArgs: o.Tag && o.TagText == "", grace: o.Grace}
	how := &template.Options{Shell: o.Shell, Quote: o.Quote, Repeat: o.repeats(), Plus: o.Plus, Symbols: o.Symbols, Columns: columns}
	var err error
	if m.command, err = template.Parse(how, command); err != nil {
		return nil, err
	}
	if o.TagText != "" {
		if m.tag, err = template.ParseText(how, o.TagText); err != nil {
			return nil, fmt.Errorf("--tagstring: %w", err)
		}
	}
	return m, nil
}

// source chooses the source.
func (o *Options) source(m *maker, in inputs.Rows, slow bool) (Source, error) {
	n, given := o.count()
	fit := fitter{limit: o.MaxChars, exact: o.ExitTooLong}
	if fit.limit == 0 && (n > 1 || o.packs()) {
		fit.limit = o.limit()
	}
	far := ahead{rows: max(1<<16, fit.limit/2, 2*n), bytes: max(4<<20, 32*fit.limit)}
	if o.packs() && (!given || n > 0) {
		if m.command.UsesTotal() {
			return nil, errors.New("{##}: with -X, -m and --xargs the number of commands is not known before the last one")
		}
		p := &packSource{maker: *m, fit: fit, pace: pace{given: o.Min}, whole: o.Xargs, most: max(n, 0), slots: o.Slots, slow: slow}
		p.init(in, far, 1)
		return p, nil
	}
	l := &listSource{maker: *m, fit: fit, n: 1, insert: n != 0, weight: o.Weight}
	near := ahead{rows: 512, bytes: 1 << 20}
	if n > 1 {
		l.n, near = n, far
	}
	if l.readsAll() {
		near = ahead{rows: int(^uint(0) >> 2), bytes: int(^uint(0) >> 2)}
	}
	l.init(in, near, l.n)
	return l, nil
}

// limit is the longest command in bytes. It is what xargs takes if not told otherwise, and
// every system passes to a program: Linux takes no longer argument, which a script is, and
// with many short arguments their addresses count too.
func (o *Options) limit() int {
	if runtime.GOOS == "windows" {
		return 32767
	}
	return 128<<10 - 1
}
