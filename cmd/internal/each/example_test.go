package each_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/each"
)

// The flags of a command line say how its commands are made.
func ExampleOptions_Bind() {
	var o each.Options
	flags := pflag.NewFlagSet("each", pflag.ContinueOnError)
	flags.SetInterspersed(false)
	o.Bind(flags)
	if err := flags.Parse([]string{"-N2", "mv", "{1}", "{2}", ":::", "a", "b", "c", "d"}); err != nil {
		fmt.Println(err)
		return
	}
	source, err := o.Plan(flags.Args(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for it, ok := source.Next(context.Background(), 0); ok; it, ok = source.Next(context.Background(), 0) {
		fmt.Println(it.Seq, it.Label)
	}
	// Output:
	// 1 mv a b
	// 2 mv c d
}

// Without a shell a word of the command is one argument, whatever the input.
func ExampleOptions_Plan() {
	o := each.Defaults()
	source, err := o.Plan([]string{"cp", "{}", "out/{/.}.bak"}, strings.NewReader("d/my file.txt\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	it, _ := source.Next(context.Background(), 0)
	fmt.Printf("%q\n", it.Payload.(*each.Command).Argv)
	// Output:
	// ["cp" "d/my file.txt" "out/my file.bak"]
}

func ExampleDefaults() {
	o := each.Defaults()
	fmt.Println(o.ArgSep, o.ArgFileSep, o.Delimiter)
	// Output: ::: :::: \n
}

func ExampleCommand_Text() {
	c := each.Command{Argv: []string{"echo", "a b"}}
	fmt.Println(c.Text())
	// Output: echo a b
}
