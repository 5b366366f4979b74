//go:build unix

package process_test

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/process"
)

func ExampleRun() {
	var out batch.Streams
	defer out.Close()
	o := process.Run(context.Background(), &each.Command{Script: "echo $NAME; exit 3", Env: []string{"NAME=skua"}}, "", &out)
	io.Copy(os.Stdout, io.NewSectionReader(&out.Out, 0, out.Out.Size()))
	fmt.Println("exit code", o.Exit)
	// Output:
	// skua
	// exit code 3
}

func ExampleCheck() {
	fmt.Println(process.Check("sh", ""))
	fmt.Println(process.Check("no-such-program", ""))
	// Output:
	// <nil>
	// no-such-program: no such program in PATH
}

func ExampleNewHost() {
	host := process.NewHost(2, "/")
	defer host.Close()
	var out batch.Streams
	defer out.Close()
	o := host.Run(context.Background(), &batch.Item{Payload: &each.Command{Argv: []string{"pwd"}}}, 0, &out)
	io.Copy(os.Stdout, io.NewSectionReader(&out.Out, 0, out.Out.Size()))
	fmt.Println(o.Host, o.OK())
	// Output:
	// /
	// : true
}

func ExampleSuspend() {
	defer process.Suspend()() // from here on Ctrl-Z stops the commands too
	var out batch.Streams
	defer out.Close()
	process.Run(context.Background(), &each.Command{Argv: []string{"sleep", "0.01"}}, "", &out)
	// Output:
}
