package trace_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/skua-go/skua/trace"
)

func ExampleReadReport() {
	r, err := trace.ReadReport(strings.NewReader(`{"version":1,"workers":2,"steals":[[0]],"lines":[{"name":"worker 1"}]}`))
	fmt.Println(r.Workers, r.Lines[0].Name, err)
	_, err = trace.ReadReport(strings.NewReader(`{"version":1,"workers":2,"steals":[[0]]}`))
	fmt.Println(err)
	// Output:
	// 2 worker 1 <nil>
	// trace: steals has 1 rows, but there are 0 lines
}

func ExampleReport_WriteJSON() {
	var b bytes.Buffer
	err := chain().WriteJSON(&b)
	fmt.Println(strings.Contains(b.String(), `"speed_up":1.38`), err)
	// Output: true <nil>
}

func ExampleReport_WriteHTML() {
	var b bytes.Buffer // or a file, to be opened in a browser
	err := chain().WriteHTML(&b)
	fmt.Println(strings.HasPrefix(b.String(), "<!DOCTYPE html>"), err)
	// Output: true <nil>
}

func ExampleReport_WritePerfetto() {
	var b bytes.Buffer // or a file, to be opened in ui.perfetto.dev
	err := chain().WritePerfetto(&b)
	fmt.Println(strings.HasPrefix(b.String(), `{"traceEvents":`), err)
	// Output: true <nil>
}
