package cluster_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/skua-go/skua/cluster"
)

// shouts joins a cluster of this process only. Its handler makes another file of the one that is
// named by the payload.
func shouts() *cluster.Node {
	return alone("shout", func(ctx context.Context, t *cluster.Task) ([]byte, error) {
		var in bytes.Buffer
		if err := t.Load(ctx, string(t.Payload), &in); err != nil {
			return nil, err
		}
		name, err := t.Store(ctx, strings.NewReader(strings.ToUpper(in.String())))
		return []byte(name), err
	})
}

// Each call waits for its own task; calls of many goroutines run on all nodes.
func ExampleClient_Calls() {
	node := alone("hello", func(_ context.Context, t *cluster.Task) ([]byte, error) {
		return append([]byte("hello "), t.Payload...), nil
	})
	defer node.Close()
	calls, err := node.Calls(context.Background(), cluster.JobSpec{Handler: "hello"})
	if err != nil {
		log.Fatal(err)
	}
	defer calls.Close()
	r, err := calls.Do(context.Background(), []byte("gopher"))
	fmt.Println(string(r.Data), err)
	// Output: hello gopher <nil>
}

// A task that failed at all its attempts is an error of Do.
func ExampleCalls_Do() {
	node := alone("hello", func(context.Context, *cluster.Task) ([]byte, error) {
		return nil, cluster.Fatal(fmt.Errorf("nobody is there"))
	})
	defer node.Close()
	calls, err := node.Calls(context.Background(), cluster.JobSpec{Handler: "hello"})
	if err != nil {
		log.Fatal(err)
	}
	_, err = calls.Do(context.Background(), nil)
	fmt.Println(strings.HasSuffix(err.Error(), "nobody is there"), calls.Close())
	// Output: true <nil>
}

// Close forgets the job, and what was stored with it.
func ExampleCalls_Close() {
	node := shouts()
	defer node.Close()
	ctx := context.Background()
	calls, err := node.Calls(ctx, cluster.JobSpec{Handler: "shout"})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := calls.Store(ctx, strings.NewReader("a file")); err != nil {
		log.Fatal(err)
	}
	fmt.Println(calls.Close())
	jobs, err := node.Jobs(ctx)
	fmt.Println(len(jobs), err)
	// Output:
	// <nil>
	// 0 <nil>
}

// Files travel beside the tasks that name them, in both directions.
func ExampleJob_Store() {
	node := shouts()
	defer node.Close()
	ctx := context.Background()
	calls, err := node.Calls(ctx, cluster.JobSpec{Handler: "shout"})
	if err != nil {
		log.Fatal(err)
	}
	defer calls.Close()
	name, err := calls.Store(ctx, strings.NewReader("gopher")) // or an open file
	if err != nil {
		log.Fatal(err)
	}
	r, err := calls.Do(ctx, []byte(name))
	if err != nil {
		log.Fatal(err)
	}
	var out strings.Builder
	fmt.Println(calls.Load(ctx, string(r.Data), &out), out.String())
	// Output: <nil> GOPHER
}

// The name of a content is its SHA-256, however often it is stored.
func ExampleJob_Load() {
	node := shouts()
	defer node.Close()
	ctx := context.Background()
	calls, err := node.Calls(ctx, cluster.JobSpec{Handler: "shout"})
	if err != nil {
		log.Fatal(err)
	}
	defer calls.Close()
	one, _ := calls.Store(ctx, strings.NewReader("gopher"))
	two, err := calls.Store(ctx, strings.NewReader("gopher"))
	fmt.Println(one[:16], one == two, err)
	var back strings.Builder
	fmt.Println(calls.Load(ctx, two, &back), back.String())
	// Output:
	// 9cc1ee455a3363ff true <nil>
	// <nil> gopher
}

// A long job drops what its tasks do not need any more.
func ExampleJob_Drop() {
	node := shouts()
	defer node.Close()
	ctx := context.Background()
	calls, err := node.Calls(ctx, cluster.JobSpec{Handler: "shout"})
	if err != nil {
		log.Fatal(err)
	}
	defer calls.Close()
	name, err := calls.Store(ctx, strings.NewReader("gopher"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(calls.Drop(ctx, name), calls.Load(ctx, name, &strings.Builder{}) != nil)
	// Output: <nil> true
}

// Two tasks that store the same have two names: a reader drops one when it has read it.
func ExampleTask_Store() {
	node := shouts()
	defer node.Close()
	ctx := context.Background()
	calls, err := node.Calls(ctx, cluster.JobSpec{Handler: "shout"})
	if err != nil {
		log.Fatal(err)
	}
	defer calls.Close()
	in, _ := calls.Store(ctx, strings.NewReader("gopher"))
	one, _ := calls.Do(ctx, []byte(in))
	two, err := calls.Do(ctx, []byte(in))
	fmt.Println(string(one.Data) == string(two.Data), err)
	// Output: false <nil>
}

// A handler that needs all of a file at once reads it into memory.
func ExampleTask_Load() {
	node := alone("length", func(ctx context.Context, t *cluster.Task) ([]byte, error) {
		var file bytes.Buffer
		err := t.Load(ctx, string(t.Payload), &file)
		return fmt.Append(nil, file.Len()), err
	})
	defer node.Close()
	ctx := context.Background()
	calls, err := node.Calls(ctx, cluster.JobSpec{Handler: "length"})
	if err != nil {
		log.Fatal(err)
	}
	defer calls.Close()
	name, _ := calls.Store(ctx, strings.NewReader("gopher"))
	r, err := calls.Do(ctx, []byte(name))
	fmt.Println(string(r.Data), err)
	// Output: 6 <nil>
}
