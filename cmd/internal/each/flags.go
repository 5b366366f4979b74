package each

import (
	"io"
	"time"

	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/template"
)

// Options say how commands are made of inputs. Their names are GNU parallel's.
// Start from Defaults.
type Options struct {
	// The command.
	Shell   bool              // words are joined and read by /bin/sh, inputs are quoted for it
	Quote   bool              // with Shell: the words of the command are quoted too
	Plus    bool              // more replacement strings: {+/} {..} {+.} …
	Symbols map[string]string // other spellings of replacement strings: "{}" → ",,"
	Tag     bool              // an item's Tag is its inputs
	TagText string            // an item's Tag is this template, filled in
	Grace   time.Duration     // between SIGTERM and SIGKILL, 0 for the host's default

	// The inputs.
	ArgFiles   []string // inputs are the lines of these files, "-" for standard input
	ArgSep     string   // the word before inputs: ":::"
	ArgFileSep string   // the word before files of inputs: "::::"
	Delimiter  string   // what ends an input in a file
	Null       bool     // NUL ends an input in a file
	Colsep     string   // regular expression between the columns of an input
	Header     string   // ":" if the first input of a source names its columns
	Trim       string   // blanks that are removed around an input: n l r lr rl, "" for the default
	EOF        string   // the input that ends a source
	Link       bool     // take one input from each source, not every combination
	SkipBlank  bool     // leave out blank inputs

	// How many inputs a command takes.
	MaxArgs     int  // -n: at most, -1 if not given
	MaxReplace  int  // -N: at most, and {1} {2} … are those of the command, -1 if not given
	MaxLines    int  // -L: at most that many lines, -1 if not given
	Context     bool // -X: many, and the word around {} is repeated for each
	Many        bool // -m: many
	Xargs       bool // --xargs: as many as fit
	MaxChars    int  // -s: the length of a command, 0 for what the system allows
	ExitTooLong bool // -x: fail if MaxArgs inputs do not fit
	Min         int  // the inputs that are worth a process, 0 to find out

	// What only the caller knows.
	Slots  int                        // how many commands run at a time, for -X and -m; at least 1
	Weight func(label string) float64 // the expected time of a command, 0 if unknown; longest first, nil for input order
}

// Defaults returns the options that hold where no flag says otherwise.
func Defaults() Options {
	return Options{
		Symbols:    map[string]string{},
		ArgSep:     ":::",
		ArgFileSep: "::::",
		Delimiter:  `\n`,
		MaxArgs:    -1,
		MaxReplace: -1,
		MaxLines:   -1,
		Slots:      1,
	}
}

// Bind adds the flags of parsing to f. It sets o to Defaults.
func (o *Options) Bind(f *pflag.FlagSet) {
	*o = Defaults()
	o.bindCommand(f)
	o.bindInputs(f)
	o.bindMany(f)
}

func (o *Options) bindCommand(f *pflag.FlagSet) {
	f.BoolVar(&o.Shell, "shell", false, "let /bin/sh read the command; inputs are quoted for it")
	f.BoolVarP(&o.Quote, "quote", "q", false, "with --shell: quote the words of the command too")
	f.BoolVar(&o.Plus, "plus", false, "also replace {+/} {..} {...} {/..} {/...} {+.} {+..} {+...}")
	f.BoolVar(&o.Tag, "tag", false, "begin each line of output with the inputs and a tab")
	f.StringVar(&o.TagText, "tagstring", "", "begin each line of output with `TEXT`, in which {} is replaced, and a tab")
	for _, s := range template.Symbols {
		f.VarP(&symbolFlag{o, s.Text}, s.Flag, s.Short, "use `TEXT` instead of "+s.Text)
	}
}

func (o *Options) bindInputs(f *pflag.FlagSet) {
	f.StringArrayVarP(&o.ArgFiles, "arg-file", "a", nil, "read inputs from `FILE`, - for standard input; each is a source")
	f.StringVar(&o.ArgSep, "arg-sep", o.ArgSep, "the `WORD` before inputs")
	f.StringVar(&o.ArgFileSep, "arg-file-sep", o.ArgFileSep, "the `WORD` before files of inputs")
	f.StringVarP(&o.Delimiter, "delimiter", "d", o.Delimiter, "`TEXT` that ends an input in a file; \\n \\t \\0 \\x41 are understood (default: a newline)")
	f.BoolVarP(&o.Null, "null", "0", false, "NUL ends an input in a file")
	f.StringVarP(&o.Colsep, "colsep", "C", "", "`REGEXP` that separates the columns {1} {2} … of an input")
	f.StringVar(&o.Header, "header", "", "`:` if the first input of a source names its columns: {name}")
	f.StringVar(&o.Trim, "trim", "", "remove blanks of inputs on the `SIDE` l(eft), r(ight), lr or n(one); lr with --colsep")
	f.StringVarP(&o.EOF, "eof", "E", "", "end a source at the input `TEXT`")
	f.Lookup("delimiter").DefValue = "" // the usage says it in words
	f.BoolVar(&o.Link, "link", false, "take an input of each source at a time, not all combinations")
	f.BoolVarP(&o.SkipBlank, "no-run-if-empty", "r", false, "leave out blank inputs")
}

func (o *Options) bindMany(f *pflag.FlagSet) {
	f.IntVarP(&o.MaxArgs, "max-args", "n", o.MaxArgs, "`N` inputs a command at most")
	f.IntVarP(&o.MaxReplace, "max-replace-args", "N", o.MaxReplace, "`N` inputs a command at most, which are {1} {2} …")
	f.IntVarP(&o.MaxLines, "max-lines", "L", o.MaxLines, "`N` lines a command at most; a blank at the end of a line continues it")
	for _, name := range []string{"max-args", "max-replace-args", "max-lines"} {
		f.Lookup(name).DefValue = "0" // no "(default -1)" in the usage
	}
	f.BoolVarP(&o.Context, "context-replace", "X", false, "many inputs a command; the word around {} is repeated for each")
	f.BoolVarP(&o.Many, "many", "m", false, "many inputs a command")
	f.BoolVar(&o.Xargs, "xargs", false, "as many inputs a command as fit")
	f.IntVarP(&o.MaxChars, "max-chars", "s", 0, "`N` bytes a command at most, 0 for what the system allows")
	f.BoolVarP(&o.ExitTooLong, "exit", "x", false, "fail if the inputs that -n or -N say do not fit into a command")
	f.IntVar(&o.Min, "min", 0, "with -X and -m: at least `N` inputs a command while there are that many, 0 to learn it")
}

// A Source is a batch.Source whose inputs may turn out to be bad.
type Source interface {
	batch.Source

	// Err is why the inputs ended early: a file that cannot be read, a command that is
	// too long. It is nil while they have not ended.
	Err() error
}

// Plan returns the source of the commands that args describe: the words of a command,
// then ::: and inputs. A file "-", or no inputs at all, mean stdin. The items that the source
// gives have a *Command as their payload. With a header it blocks until the first lines have
// been read; files are opened at once, so what is missing is an error here.
func (o *Options) Plan(args []string, stdin io.Reader) (Source, error) {
	return plan(*o, args, stdin)
}
