package cluster_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/skua-go/skua/cluster"
)

// Two tasks wait for a node that has their handler.
func ExampleClient_Pending() {
	ctx := context.Background()
	client, err := cluster.Open(ctx, "", cluster.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	_, err = client.Submit(ctx, cluster.JobSpec{Handler: "resize"}, slices.Values([][]byte{[]byte("a.png"), []byte("b.png")}))
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := client.Pending(ctx)
	fmt.Println(b.Tasks, len(b.Queues), b.Dead, err)
	// Output: 2 1 0 <nil>
}
