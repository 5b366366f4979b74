package batch

// Drain keeps what the spool has in memory small while a process writes to it: what was
// written goes to disk, or is forgotten before the byte number done, which nobody reads again. To
// be called now and then by the spool's reader.
func (s *Spool) Drain(done int64) error { return s.drain(done) }
