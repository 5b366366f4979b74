package dashboard_test

import (
	"fmt"
	"net/http"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/dashboard"
	"github.com/skua-go/skua/trace/record"
)

// A program with a server of its own shows its pool beside what else it has there.
func ExampleNew() {
	pool := skua.Default()
	// region new
	recording, err := record.Start(pool, record.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer recording.Stop()
	board := dashboard.New(recording, dashboard.Config{Hosts: []string{"build.example.org"}})
	defer board.Close()
	http.Handle("/debug/skua/", http.StripPrefix("/debug/skua", board))
	// endregion
}

// A program without a server lets the dashboard have one.
func ExampleListen() {
	board := dashboard.New(nil, dashboard.Config{Progress: func() dashboard.Progress {
		return dashboard.Progress{Done: 7, Total: 10, What: "pictures"}
	}})
	server, err := dashboard.Listen("127.0.0.1:0", board)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	answer, err := http.Get(server.URL())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer answer.Body.Close()
	fmt.Println(answer.Status)
	// Output: 200 OK
}

func ExampleShares() {
	line := dashboard.Line{Now: "fAAgAAAA"}
	for k, share := range dashboard.Shares(line.Now) {
		if share > 0 {
			fmt.Printf("%s %.0f %%\n", dashboard.Modes[k], 100*share)
		}
	}
	// Output:
	// work 49 %
	// sleep 51 %
}
