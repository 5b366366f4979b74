package images

import (
	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/place"
	"github.com/skua-go/skua/cmd/internal/images"
	"github.com/skua-go/skua/cmd/internal/nodes"
)

// hosts says which hosts make the pictures. Nothing else in this package knows
// that there are hosts other than this machine.
type hosts struct {
	place place.Place
}

func (h *hosts) flags(cmd *cobra.Command) { h.place.HostFlags(cmd.Flags(), "make the pictures") }

// valid returns what is wrong with the flags.
func (h *hosts) valid() error { return h.place.ValidHost() }

// local tells whether this machine makes pictures: then its memory limits them.
func (h *hosts) local() bool { return h.place.Join == "" }

// open returns the hosts: the cluster, or this machine. Its error means that nothing can start.
func (h *hosts) open(cmd *cobra.Command, local *images.Local) ([]batch.Host, error) {
	if h.local() {
		return []batch.Host{local}, nil
	}
	host, err := h.place.Host(cmd, "images", nodes.Pictures)
	return []batch.Host{host}, err
}
