package flags

import (
	"fmt"

	"github.com/spf13/cobra"
)

// MaxWorkers is the largest number of workers that a pool may have.
const MaxWorkers = 1024

// Workers checks a number of workers.
func Workers(n, least int) error {
	if n < least || n > MaxWorkers {
		return fmt.Errorf("bad value %d for workers: want a whole number from %d to %d", n, least, MaxWorkers)
	}
	return nil
}

// JSON adds --json to a command that prints one document.
func JSON(cmd *cobra.Command, on *bool) {
	cmd.Flags().BoolVar(on, "json", false, "print one JSON document")
}
