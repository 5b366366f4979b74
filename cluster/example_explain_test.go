package cluster_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/skua-go/skua/cluster"
)

// A task that nobody can run yet.
func ExampleClient_Explain() {
	ctx := context.Background()
	client, err := cluster.Open(ctx, "", cluster.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	job, err := client.Submit(ctx, cluster.JobSpec{Handler: "resize"}, slices.Values([][]byte{[]byte("a.png")}))
	if err != nil {
		fmt.Println(err)
		return
	}
	why, err := client.Explain(ctx, job.ID, "0")
	fmt.Println(why.State, why.Sentence, err)
	// Output: nobody It waits because no node has joined the cluster. <nil>
}
