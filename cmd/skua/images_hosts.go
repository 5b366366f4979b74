package main

import (
	"github.com/spf13/cobra"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/images"
)

// imagesHosts says which hosts make the pictures. It is the one place that knows of
// others than this machine.
type imagesHosts struct{}

func (h *imagesHosts) flags(*cobra.Command) {}

// valid returns what is wrong with the flags.
func (h *imagesHosts) valid() error { return nil }

// open returns the hosts. Its error means that nothing can start.
func (h *imagesHosts) open(_ *cobra.Command, pool *skua.Pool, jobs int) ([]batch.Host, error) {
	return []batch.Host{images.NewLocal(pool, jobs)}, nil
}
