package prom_test

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/dashboard/prom"
)

func ExampleNewCollector() {
	pool, err := skua.New(skua.WithWorkers(3))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	registry := prometheus.NewRegistry()
	registry.MustRegister(prom.NewCollector("pictures", pool))

	families, err := registry.Gather() // promhttp.HandlerFor(registry, …) serves them
	if err != nil {
		panic(err)
	}
	for _, f := range families {
		if f.GetName() == "skua_workers" {
			fmt.Println(f.GetName(), f.GetMetric()[0].GetLabel()[0].GetValue(), f.GetMetric()[0].GetGauge().GetValue())
		}
	}
	// Output: skua_workers pictures 3
}
