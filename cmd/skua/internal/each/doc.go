// Package each is the command skua each, and the hidden command that it starts on other machines.
// How inputs become command lines is package each of cmd/internal; how a batch of them runs is
// package batch. Command skua imports it.
//
// each.go runs the batch that flags.go reads from the flags. hosts.go, ssh.go and jobs.go say where
// commands run and how many at a time, agent.go is the other end of ssh. source.go, memory.go,
// trace.go and terminal.go add to items and inputs what flags ask for; report.go sums up.
// unknown.go says what there is in place of a flag that there is not. files_*.go and
// usage_*.go ask the system.
package each
