package picture

// Memory is a bound on the bytes that Make holds at its peak for a picture with this
// header, its input and its outputs included.
func (h *Header) Memory(s *Spec) int64 {
	decoded := int64(h.Width) * int64(h.Height) * 12
	total := h.size + decoded
	outs, err := s.Plan(*h)
	if err != nil {
		return total
	}
	for _, o := range outs {
		total += int64(o.Width) * int64(o.Height) * 16
	}
	return total
}
