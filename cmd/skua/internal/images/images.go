package images

import (
	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
)

// options are the flags of skua images, as they were given.
type options struct {
	resize   string
	sizes    []string
	format   string
	quality  int
	png      string
	strip    bool
	asStored bool
	pixels   int64

	out, suffix, name       string
	recursive, zero, force  bool
	memory                  string
	jobs                    int
	joblog                  string
	resume, resumeFailed    bool
	retries                 int
	timeout, halt           string
	dryRun, json, bar, mute bool
	hosts                   hosts
	dash                    dash.Flag
}

func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "images --resize SIZE --out DIR FILE...",
		Short: "Resize pictures, on all processors and within a budget of memory",
		Long: `Make of each FILE one or several pictures of other sizes or in another format.
Read are JPEG, PNG, GIF, WebP (of both the first frame), BMP and TIFF, by their content;
written are JPEG and PNG. An input is decoded once for all its sizes, and turned
upright as its EXIF says.

A FILE may also be a directory with --recursive, @LIST for the paths in a file,
or - for the paths on standard input.

Nothing starts before all arguments were looked at: two inputs for one output, or
an output that is an input, are refused. Outputs appear whole, and what is up to
date is not made again. What fails is listed at the end, and the rest is done.`,
		Example: `  skua images --resize 1600x1200 --out small *.jpg
  skua images --size 1440,720,480 --out web --recursive photos
  find . -name '*.tif' -print0 | skua images -0 --format jpg --out jpg -`,
		Annotations: map[string]string{output.LeavesMore: "pictures"},
		RunE:        func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.pictureFlags(cmd)
	o.fileFlags(cmd)
	o.runFlags(cmd)
	o.hosts.flags(cmd)
	o.dash.Bind(cmd.Flags())
	return cmd
}

// pictureFlags are those that say what the outputs look like.
func (o *options) pictureFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.resize, "resize", "", "`SIZE` of the outputs in ImageMagick's words: 800x600 fits inside, 800x, x600, 50%, with ! > < ^")
	f.StringSliceVar(&o.sizes, "size", nil, "several `SIZES` with commas between them: an output for each, from one decode")
	f.StringVar(&o.format, "format", "", "`FORMAT` of the outputs, jpg or png (default: the input's, if it is one of them)")
	f.IntVar(&o.quality, "quality", 0, "`QUALITY` of JPEG, from 1 to 100 (default 85)")
	f.StringVar(&o.png, "compression", "", "`HOW` PNG is packed: default, fast, best or none")
	f.BoolVar(&o.strip, "strip", false, "leave out all metadata: EXIF, XMP, comments, colour profiles")
	f.BoolVar(&o.asStored, "no-orient", false, "leave the pixels as they are stored, whatever the EXIF says")
	f.Int64Var(&o.pixels, "max-pixels", 0, "refuse pictures of more than `N` pixels (default 268435456)")
}

// fileFlags are those that say what is read and where the outputs go.
func (o *options) fileFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.out, "out", "", "put the outputs into `DIR`, which is made if there is none")
	f.StringVar(&o.suffix, "suffix", "", "put the outputs beside the inputs, with `TEXT` behind the name")
	f.StringVar(&o.name, "name", "", "names of outputs below --out by a `TEMPLATE` of {name} {file} {dir} {w} {h} {size} {ext} (default {name}.{ext}, for several sizes {name}-{w}.{ext})")
	f.BoolVarP(&o.recursive, "recursive", "r", false, "a directory stands for the pictures below it, whose tree is kept below --out")
	f.BoolVarP(&o.zero, "null", "0", false, "paths in lists end in a zero byte, not in a newline")
	f.BoolVar(&o.force, "force", false, "make what is up to date again")
}

// runFlags are those that say how the work is done and reported. Their names are those of
// GNU parallel.
func (o *options) runFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.memory, "memory", "", "take at most `BYTES` of memory, as 300M, 2G or 50% (default: half of what is available)")
	f.IntVarP(&o.jobs, "jobs", "j", 0, "work on `N` pictures at a time, if the memory allows it (0: GOMAXPROCS)")
	f.StringVar(&o.joblog, "joblog", "", "write a line for each input to `FILE`, as GNU parallel does")
	f.BoolVar(&o.resume, "resume", false, "skip the inputs that are in the joblog")
	f.BoolVar(&o.resumeFailed, "resume-failed", false, "skip the inputs that the joblog has as done; try those that failed again")
	f.IntVar(&o.retries, "retries", 1, "try an input at most `N` times")
	f.StringVar(&o.timeout, "timeout", "", "give up an input after `TIME`, as 30, 1.5m, or 500% of the median")
	f.StringVar(&o.halt, "halt", "never", "stop early `WHEN`, as soon,fail=3 or now,fail=10%")
	f.BoolVar(&o.dryRun, "dry-run", false, "print which outputs would be made of what, and make none")
	f.BoolVar(&o.json, "json", false, "print one JSON document about all inputs")
	f.BoolVar(&o.bar, "bar", false, "show progress also where standard error is no terminal, by a line every 10 s")
	f.BoolVarP(&o.mute, "quiet", "q", false, "show neither progress nor a summary; failures are listed")
}
