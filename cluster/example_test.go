package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log"
	"slices"
	"strconv"
	"time"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/par"
)

// texts are payloads.
func texts(s ...string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, s := range s {
			if !yield([]byte(s)) {
				return
			}
		}
	}
}

// alone joins a cluster of this process only, with one handler.
func alone(name string, h cluster.Handler) *cluster.Node {
	node, err := cluster.Join(context.Background(), "", cluster.Config{Handlers: map[string]cluster.Handler{name: h}})
	if err != nil {
		log.Fatal(err)
	}
	return node
}

func ExampleHandle() {
	cluster.Handle("shout", func(_ context.Context, t *cluster.Task) ([]byte, error) {
		return append(t.Payload, '!'), nil
	})
	node, err := cluster.Join(context.Background(), "", cluster.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer node.Close()
	job, err := node.Submit(context.Background(), cluster.JobSpec{Handler: "shout"}, texts("one", "two"))
	if err != nil {
		log.Fatal(err)
	}
	for r, err := range job.Results(context.Background()) {
		fmt.Println(r.ID, string(r.Data), err)
	}
	// Output:
	// 0 one! <nil>
	// 1 two! <nil>
}

var double = cluster.NewFunc("double", func(_ context.Context, n int) (int, error) {
	if n < 0 {
		return 0, cluster.Fatal(errors.New("negative"))
	}
	return 2 * n, nil
})

func ExampleNewFunc() {
	node, err := cluster.Join(context.Background(), "", cluster.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer node.Close()
	for n, err := range double.Map(context.Background(), node, slices.Values([]int{1, 2, 3})) {
		fmt.Println(n, err)
	}
	// Output:
	// 2 <nil>
	// 4 <nil>
	// 6 <nil>
}

// Interactive tasks go before those of batch jobs.
func ExampleFunc_MapSpec() {
	node, err := cluster.Join(context.Background(), "", cluster.Config{})
	if err != nil {
		log.Fatal(err)
	}
	defer node.Close()
	spec := cluster.JobSpec{Priority: cluster.Interactive, Attempts: 5}
	for n, err := range double.MapSpec(context.Background(), node, spec, slices.Values([]int{21, -1})) {
		failure, failed := errors.AsType[*cluster.TaskError](err)
		fmt.Println(n, failed && failure.Message == "negative")
	}
	// Output:
	// 42 false
	// 0 true
}

// A Client submits without working; here the node is in the same process.
func ExampleOpen() {
	client, err := cluster.Open(context.Background(), "gopher://here", cluster.Config{})
	fmt.Println(client == nil, err != nil)
	// Output: true true
}

func ExampleClient_Map() {
	node := alone("length", func(_ context.Context, t *cluster.Task) ([]byte, error) {
		return strconv.AppendInt(nil, int64(len(t.Payload)), 10), nil
	})
	defer node.Close()
	for r, err := range node.Map(context.Background(), cluster.JobSpec{Handler: "length"}, texts("a", "bc")) {
		fmt.Println(string(r.Data), err)
	}
	// Output:
	// 1 <nil>
	// 2 <nil>
}

// Inside a node a task may use all of skua: it runs in a pool.
func ExampleHandler() {
	node := alone("sum", func(_ context.Context, t *cluster.Task) ([]byte, error) {
		n, err := strconv.Atoi(string(t.Payload))
		if err != nil {
			return nil, cluster.Fatal(err)
		}
		squares := make([]int, n)
		par.For(n, func(i int) { squares[i] = i * i })
		return strconv.AppendInt(nil, int64(par.Reduce(squares, 0, func(a, b int) int { return a + b })), 10), nil
	})
	defer node.Close()
	for r, err := range node.Map(context.Background(), cluster.JobSpec{Handler: "sum"}, texts("1000")) {
		fmt.Println(string(r.Data), err)
	}
	// Output: 332833500 <nil>
}

// A task may spawn tasks; their results follow its own.
func ExampleTask_Spawn() {
	node := alone("count", func(_ context.Context, t *cluster.Task) ([]byte, error) {
		n, _ := strconv.Atoi(string(t.Payload))
		for i := range n {
			if _, err := t.Spawn("count", strconv.AppendInt(nil, int64(i), 10)); err != nil {
				return nil, err
			}
		}
		return t.Payload, nil
	})
	defer node.Close()
	for r, err := range node.Map(context.Background(), cluster.JobSpec{Handler: "count"}, texts("2", "1")) {
		fmt.Println(r.ID, string(r.Data), err)
	}
	// Output:
	// 0 2 <nil>
	// 0.0 0 <nil>
	// 0.1 1 <nil>
	// 0.1.0 0 <nil>
	// 1 1 <nil>
	// 1.0 0 <nil>
}

// A task that failed at all its attempts is kept, and can be tried again.
func ExampleClient_Retry() {
	broken := true
	node := alone("flaky", func(_ context.Context, t *cluster.Task) ([]byte, error) {
		if broken {
			return nil, errors.New("the disk is missing")
		}
		return []byte("fine"), nil
	})
	defer node.Close()
	ctx := context.Background()
	job, err := node.Submit(ctx, cluster.JobSpec{Handler: "flaky", Attempts: 1}, texts("x"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(job.Wait(ctx) != nil)
	for d, err := range node.Dead(ctx, job.ID) {
		fmt.Println(d.ID, d.Error, err)
	}
	broken = false
	n, err := node.Retry(ctx, job.ID)
	fmt.Println(n, err, job.Wait(ctx))
	// Output:
	// true
	// 0 the disk is missing <nil>
	// 1 <nil> <nil>
}

func ExampleJob_Progress() {
	node := alone("nothing", func(context.Context, *cluster.Task) ([]byte, error) { return nil, nil })
	defer node.Close()
	ctx := context.Background()
	job, err := node.Submit(ctx, cluster.JobSpec{Handler: "nothing"}, texts("a", "b", "c"))
	if err != nil {
		log.Fatal(err)
	}
	if err := job.Wait(ctx); err != nil {
		log.Fatal(err)
	}
	p, err := job.Progress(ctx)
	fmt.Println(p.Done, "of", p.Tasks, err)
	// Output: 3 of 3 <nil>
}

// Cancel ends the contexts of the tasks that run.
func ExampleJob_Cancel() {
	began := make(chan bool, 1)
	node := alone("forever", func(ctx context.Context, t *cluster.Task) ([]byte, error) {
		began <- true
		<-ctx.Done()
		return nil, ctx.Err()
	})
	defer node.Close()
	ctx := context.Background()
	job, err := node.Submit(ctx, cluster.JobSpec{Handler: "forever"}, texts("x"))
	if err != nil {
		log.Fatal(err)
	}
	<-began
	if err := job.Cancel(ctx); err != nil {
		log.Fatal(err)
	}
	fmt.Println(errors.Is(job.Wait(ctx), cluster.ErrCancelled))
	// Output: true
}

// Any process can ask what the cluster does.
func ExampleClient_Jobs() {
	node := alone("nothing", func(context.Context, *cluster.Task) ([]byte, error) { return nil, nil })
	defer node.Close()
	ctx := context.Background()
	if _, err := node.Submit(ctx, cluster.JobSpec{Handler: "nothing", ID: "monday"}, texts("a")); err != nil {
		log.Fatal(err)
	}
	jobs, err := node.Jobs(ctx)
	fmt.Println(len(jobs), jobs[0].ID, jobs[0].Handler, err)
	nodes, err := node.Nodes(ctx)
	fmt.Println(len(nodes), nodes[0].Handlers, err)
	job, err := node.Job(ctx, "monday")
	fmt.Println(job.Wait(ctx), err)
	fmt.Println(node.Forget(ctx, "monday"))
	// Output:
	// 1 monday nothing <nil>
	// 1 [nothing] <nil>
	// <nil> <nil>
	// <nil>
}

// A node that is drained gives back what it has not begun, and ends the rest.
func ExampleNode_Drain() {
	node := alone("nothing", func(context.Context, *cluster.Task) ([]byte, error) { return nil, nil })
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fmt.Println(node.Info().State)
	fmt.Println(node.Drain(ctx), node.Close())
	// Output:
	// working
	// <nil> <nil>
}
