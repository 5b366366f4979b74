package picture

import "context"

// Make makes the outputs of one file, whose content is data, in the order of s.Sizes. The
// file is decoded once.
func (s *Spec) Make(ctx context.Context, data []byte) ([]Output, error) {
	panic("not yet")
}

// Memory is an upper bound of what Make allocates for a picture with this header.
func (h Header) Memory(s *Spec) int64 { return 16 * int64(h.Width) * int64(h.Height) }

var compressions = map[string]int{"": 0, "default": 0, "fast": -2, "best": -3, "none": -1}
