package each

import (
	"strings"
	"time"
)

// A Command is what a host runs for an item. It is the item's Payload, and travels as package wire writes it.
type Command struct {
	Argv   []string      `json:"argv"`             // the program and its arguments; no shell reads them
	Script string        `json:"script,omitempty"` // if not empty, what /bin/sh -c reads instead of Argv
	Env    []string      `json:"env,omitempty"`    // added to the host's environment, as NAME=VALUE
	Grace  time.Duration `json:"grace,omitempty"`  // between SIGTERM and SIGKILL, 0 for the host's default
	Files  []string      `json:"files,omitempty"`  // inputs that may name files: they are sent to other hosts
	File   string        `json:"-"`                // what is executed, if the host has decided that; else what Argv[0] or the shell means

	inputs []string // that it was made of
}

// Text is the command as the joblog and --dry-run show it.
func (c *Command) Text() string {
	if c.Script != "" {
		return c.Script
	}
	return strings.Join(c.Argv, " ")
}
