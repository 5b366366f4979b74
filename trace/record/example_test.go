package record_test

import (
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/trace/record"
)

func ExampleStart() {
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		panic(err)
	}
	defer pool.Close()
	recording, err := record.Start(pool, record.Config{})
	if err != nil {
		panic(err) // the pool is recorded already
	}
	par.For(1000, func(int) {}, par.On(pool))
	report := recording.Stop()
	fmt.Println(report.Workers, "workers,", report.Calls, "call")
	for _, loss := range report.Account.Losses {
		if loss.Seconds > report.Account.Capacity {
			fmt.Println(loss.Cause, "took more than all there was")
		}
	}
	// Output: 2 workers, 1 call
}

func ExampleConfig() {
	recording, err := record.Start(skua.Default(), record.Config{NoSolo: true, NoDag: true}) // for a small report of a server
	if err != nil {
		panic(err)
	}
	fmt.Println(recording.Stop().Dag == nil)
	// Output: true
}

func ExampleRecording() {
	recording, err := record.Start(skua.Default(), record.Config{})
	if err != nil {
		panic(err)
	}
	_, err = record.Start(skua.Default(), record.Config{})
	fmt.Println(err)
	recording.Stop()
	// Output: skua: the pool is being recorded already
}

func ExampleRecording_Stop() {
	recording, err := record.Start(skua.Default(), record.Config{})
	if err != nil {
		panic(err)
	}
	par.For(1000, func(int) {})
	report := recording.Stop()
	fmt.Println(report.Calls, report.Live)
	// Output: 1 false
}

func ExampleRecording_Report() {
	recording, err := record.Start(skua.Default(), record.Config{})
	if err != nil {
		panic(err)
	}
	defer recording.Stop()
	par.For(1000, func(int) {})
	report := recording.Report() // the recording goes on
	fmt.Println(report.Calls, report.Live)
	// Output: 1 true
}
