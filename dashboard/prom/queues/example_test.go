package queues_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/dashboard/prom/queues"
)

func ExampleNewCollector() {
	ctx := context.Background()
	client, err := cluster.Open(ctx, "", cluster.Config{})
	if err != nil {
		panic(err)
	}
	defer client.Close()
	registry := prometheus.NewRegistry()
	registry.MustRegister(queues.NewCollector("pictures", client))

	if _, err := client.Submit(ctx, cluster.JobSpec{Handler: "resize"}, slices.Values([][]byte{[]byte("a.png")})); err != nil {
		panic(err)
	}
	families, err := registry.Gather() // promhttp.HandlerFor(registry, …) serves them
	if err != nil {
		panic(err)
	}
	for _, f := range families {
		if f.GetName() == "skua_cluster_tasks" {
			fmt.Println(f.GetName(), f.GetMetric()[0].GetLabel()[0].GetValue(), f.GetMetric()[0].GetGauge().GetValue())
		}
	}
	// Output: skua_cluster_tasks pictures 1
}
