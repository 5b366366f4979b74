package display

import "time"

// Silence is how long a command may say nothing where no line can be redrawn.
const Silence = 10 * time.Second // arbitrary; not measured

// Redraw is how often a line is redrawn: fast enough for an eye.
const Redraw = 100 * time.Millisecond

// Every calls f every now and then until stop is called. When stop returns f has ended and is
// not called again, so what it would draw appears no more.
func Every(pause time.Duration, f func()) (stop func()) {
	ticker := time.NewTicker(pause)
	stopping, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
				f()
			case <-stopping:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(stopping)
		<-ended
	}
}
