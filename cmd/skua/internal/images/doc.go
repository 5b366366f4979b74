// Package images is the command skua images. Which pictures become what is package images of
// cmd/internal; how a batch of them runs is package batch. Command skua imports it.
//
// images.go has the flags, plan.go what they mean, hosts.go where pictures are made, run.go the
// run. report.go tells what became of each input, json.go does so for --json.
package images
