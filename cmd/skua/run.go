package main

import "github.com/spf13/cobra"

func newRunCommand() *cobra.Command {
	return &cobra.Command{Use: "run WORKLOAD", Short: "Run one workload against its sequential twin"}
}
