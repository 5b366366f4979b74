package batches

import (
	"context"
	"fmt"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Adapters gives all requests to half of the workers, which have a connection each.
var Adapters = lab.Experiment{
	ID:     "adapters",
	Source: "[AI22] Results and Conclusion, Highly Applicable",
	Claim: "The deques also balance network and I/O where there are several resources, as several network adapters on one machine: where half of " +
		"them begin with all the requests, stealing hugely improves the total time and the average waiting time.",
	How: "As in skewed, but each worker has an adapter of its own: a connection over the loopback interface, whose other end takes a time " +
		"for each request before it answers it with a block. A worker that steals a request sends it through its own adapter. All requests " +
		"begin at the first half of the workers. Beside it, workers that read real files, and use the processors only.",
	Confirms: "With every number of adapters stealing shortens the medians of both times by a fifth at least, for either deque.",
	Refutes:  "For one of these the interval of one time with stealing by that without lies wholly above four fifths.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers, a goroutine, a deque and an adapter each", Quick: []int{2, 4, 16}, Full: []int{2, 4, 8, 16, 32}},
		{Name: "requests", Doc: "in each deque that has some", Quick: []int{20}, Full: []int{40}},
		{Name: "pace", Doc: "µs that an adapter takes for a request, at least", Quick: []int{1000}, Full: []int{1000}},
		{Name: "block", Doc: "bytes of an answer, and of a file", Quick: []int{16 << 10}, Full: []int{16 << 10}},
		{Name: "samples", Doc: "samples of each combination", Quick: []int{11}, Full: []int{21}},
	},
	Kinds: lab.Kinds{Columns: []string{"kind"}, Judged: adapterKinds, Shown: []string{files}, Alike: [][]string{adapterKinds}},
	Needs: gainNeeds,
	Run:   runAdapters,
	Judge: judgeAdapters,
	Plot:  plotAdapters,
}

// adapterKinds are the deques of workers with adapters.
var adapterKinds = []string{"bounded", "unbounded"}

// files is the kind of the samples with files, on bounded deques.
const files = "files"

func runAdapters(ctx context.Context, r *lab.Runner) error {
	samples := r.Int("samples")
	r.Expect(len(r.Ints("workers")) * 2)
	for _, workers := range r.Ints("workers") {
		err := r.Case(ctx, lab.Row{"workers": workers, "of": "adapters"}, func() ([]lab.Row, error) {
			pace := time.Duration(r.Int("pace")) * time.Microsecond
			a, err := dialAdapters(workers, r.Int("block"), pace)
			if err != nil {
				return nil, err
			}
			defer a.close()
			return timeRequests(ctx, samples, workers, r.Int("requests"), "", a.request, r.Seed)
		})
		if err != nil {
			return err
		}
		err = r.Case(ctx, lab.Row{"workers": workers, "of": files}, func() ([]lab.Row, error) {
			read, remove, err := someFiles(r.Int("block"))
			if err != nil {
				return nil, err
			}
			defer remove()
			return timeRequests(ctx, samples, workers, filesForRequest*r.Int("requests"), files, read, r.Seed)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// filesForRequest is how many files are read for each request: a file takes some ten µs, a request a ms.
const filesForRequest = 20

// timeRequests takes samples with stealing and without, in turns of order. With a name it takes them
// on one deque.
func timeRequests(ctx context.Context, samples, workers, requests int, name string, act func(worker int) error, seed uint64) (rows []lab.Row, err error) {
	kinds := dequeKinds
	if name != "" {
		kinds = dequeKinds[:1]
	}
	for sample := range samples {
		for i := range 2 * len(kinds) {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			at := (i + sample) % (2 * len(kinds))
			row, err := timeTasks(skewedRequests(workers, requests, act), kinds[at/2], at%2 == 1, seed)
			if err != nil {
				return nil, err
			}
			if name != "" {
				row["kind"] = name
			}
			row["sample"], row["cores"], row["largest"] = sample, workers, 1/float64(max(1, workers/2))
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// skewedRequests are those of the first half of the workers.
func skewedRequests(workers, requests int, act func(worker int) error) [][]*task {
	queues := make([][]*task, workers)
	for w := range workers / 2 {
		for range requests {
			queues[w] = append(queues[w], &task{act: act})
		}
	}
	return queues
}

// NOT: a look whether processors are free. Adapters need them for a hundredth of their time.
func judgeAdapters(t *lab.Table) lab.Finding {
	f := judgeGainOf(t, adapterKinds)
	for _, workers := range t.Where("kind", files).Values("workers") {
		f.Facts = append(f.Facts, lab.NewFact(fmt.Sprintf("total time with stealing / without, %s workers, files", lab.Num(workers)),
			gauge.Median(ratiosOf(t, files, workers, "total")), ""))
	}
	return f
}

func plotAdapters(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "Requests at half of the adapters", X: "workers, an adapter each", Y: "total time with stealing / without", LogX: true, Kind: lab.Lines,
		Note: "Below 1 stealing helps; with as many adapters that are idle as busy it can halve the time."}
	for _, kind := range t.Names("kind") {
		f.Series = append(f.Series, measuredRatios(t, kind, "total"))
	}
	return []lab.Figure{f}
}
