package vars_test

import (
	"encoding/json"
	"expvar"
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/dashboard/vars"
)

func ExampleOf() {
	pool, err := skua.New(skua.WithWorkers(3))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	expvar.Publish("example", vars.Of(pool))

	var s skua.Stats
	if err := json.Unmarshal([]byte(expvar.Get("example").String()), &s); err != nil {
		panic(err)
	}
	fmt.Println(s.Workers, "workers,", s.Free, "free")
	// Output: 3 workers, 3 free
}
