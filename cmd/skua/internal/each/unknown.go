package each

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/cli/flags"
	"github.com/skua-go/skua/cmd/internal/cli/text"
)

// elsewhere says what there is instead of a flag of GNU parallel that skua each does not have. It
// is the table "What is not there" of cmd/docs/each.md.
var elsewhere = map[string]string{
	"rpl": "--plus, or --shell", "parens": "--plus, or --shell", "filter": "awk before it",
	"pipe": "split with its option --filter", "pipe-part": "split with its option --filter", "pipepart": "split with its option --filter",
	"cat": "split with its option --filter", "fifo": "split with its option --filter", "tee": "split with its option --filter",
	"csv": "--colsep",
	"S":   "--on", "sshlogin": "--on", "sshloginfile": "--on", "slf": "--on",
	"trc": "--on, with which files travel by themselves", "transfer": "--on, with which files travel by themselves",
	"transferfile": "--on, with which files travel by themselves", "return": "--on, with which files travel by themselves",
	"basefile": "--on, with which files travel by themselves",
	"P":        "-j", "max-procs": "-j", "halt-on-error": "--halt",
	"onall": "a command for each host", "nonall": "a command for each host",
	"results": "--shell '… >{#}.out'", "files": "--shell '… >{#}.out'", "compress": "--shell '… >{#}.out'",
	"shebang": "flock", "semaphore": "flock",
	"memfree": "--mem", "memsuspend": "--mem", "load": "--mem", "noswap": "--mem", "limit": "--mem",
	"shuf": "shuf before it", "retry-failed": "--resume-failed",
	"termseq": "--grace", "progress": "--bar", "nice": "nice before it", "env": "env NAME=VALUE before the command",
	"wd": "cd before it", "workdir": "cd before it", "tmpdir": "the variable TMPDIR",
	"interactive": "", "tmux": "", "tty": "",
}

// unknownFlag says of a flag that is not known what there is instead: for one of GNU parallel's, or
// for one that is spelled almost as one of ours.
func unknownFlag(cmd *cobra.Command, err error) error {
	said := text.Visible(err.Error())
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return errors.New(said)
	}
	name := unknown.GetSpecifiedName()
	instead, gnu := elsewhere[name]
	switch {
	case gnu && instead == "":
		return fmt.Errorf("%s: of GNU parallel's flags this one is not supported", said)
	case gnu:
		return fmt.Errorf("%s: of GNU parallel's flags this one is not supported; there is %s", said, instead)
	}
	return errors.New(said + flags.Nearest(cmd.Flags(), name))
}
