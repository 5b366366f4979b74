//go:build !nolab

package main

import "github.com/skua-go/skua/cmd/skua/internal/lab"

// The laboratory draws figures and starts servers of a cluster, which is a third of the tool: the tag nolab
// leaves it out.
func init() { commands = append(commands, lab.Command) }
