package score

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/skua-go/skua"
)

// A Program is one program of the scoreboard.
type Program struct {
	Name   string
	Size   int    // of the problem; 0: the first argument says it
	Run    Run    // what is timed
	Begins string // the key that begins a run: Iterations or MatrixSize
	Output bool   // print the answer
}

// A Run solves a problem of a size; finish checks and returns the answer, and is not timed.
type Run func(pool *skua.Pool, size int) (finish func() (answer int, err error))

// The keys that begin a run: how often it was repeated, which is once, or the problem's size.
const (
	Iterations = "iteration_count"
	MatrixSize = "matrix_size"
)

// Main is the main function of a program.
func Main(p Program) {
	if err := p.Execute(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", p.Name, err)
		os.Exit(1)
	}
}

// Execute runs the program once to warm up, as the others do, and once to be timed.
func (p Program) Execute(args []string, out io.Writer) error {
	size, threads, err := p.read(args)
	if err != nil {
		return err
	}
	// No processors beyond those of the pool: the collector of garbage would use them.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	pool, err := skua.New(skua.WithWorkers(threads))
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, _, err := p.time(pool, size); err != nil {
		return err
	}
	took, answer, err := p.time(pool, size)
	if err != nil {
		return err
	}
	return p.print(out, threads, size, answer, took)
}

// read returns the size, which is an argument only of some programs, and the number of
// threads, which is the last argument and need not be there.
func (p Program) read(args []string) (size, threads int, err error) {
	size, threads = p.Size, runtime.NumCPU()
	if size == 0 {
		if len(args) == 0 {
			return 0, 0, fmt.Errorf("want a size, and the number of threads if it is not %d", threads)
		}
		if size, err = positive(args[0]); err != nil {
			return 0, 0, err
		}
		args = args[1:]
	}
	if len(args) > 0 {
		threads, err = positive(args[0])
	}
	return size, threads, err
}

func positive(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("argument %q: want a number from 1 on", text)
	}
	return n, nil
}

func (p Program) time(pool *skua.Pool, size int) (took time.Duration, answer int, err error) {
	begin := time.Now()
	finish := p.Run(pool, size)
	took = time.Since(begin)
	answer, err = finish()
	return took, answer, err
}

// print writes YAML. The harness reads the duration and max_rss of the first of the runs.
func (p Program) print(out io.Writer, threads, size, answer int, took time.Duration) error {
	count := 1
	if p.Begins == MatrixSize {
		count = size
	}
	output := ""
	if p.Output {
		output = fmt.Sprintf("output: %d\n", answer)
	}
	_, err := fmt.Fprintf(out, "threads: %d\n%sruns:\n  - %s: %d\n    duration: %d us\n    max_rss: %d KiB\n",
		threads, output, p.Begins, count, took.Microseconds(), peak())
	return err
}

// Known returns the finish of a run that has found an answer.
func Known(answer, want int) func() (int, error) {
	return func() (int, error) {
		if answer != want {
			return 0, fmt.Errorf("wrong result %d, want %d", answer, want)
		}
		return answer, nil
	}
}
