package dashboard

import (
	"net/http"
	"strconv"
	"time"
)

// writeWithin is how long a client may take to accept one frame: then it is dropped. A server's
// WriteTimeout, which would end every stream, does not count here.
const writeWithin = 10 * time.Second

// events sends the newest frame whenever there is one and the client has accepted the frame before:
// a slow client gets fewer of them.
func (h *Handler) events(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	fresh(header)
	header.Set("Content-Type", "text/event-stream")
	header.Set("X-Accel-Buffering", "no")
	if r.Method == http.MethodHead {
		return
	}
	c, ok := h.feed.join()
	if !ok {
		header.Set("Retry-After", "5")
		http.Error(w, "enough clients look already", http.StatusServiceUnavailable)
		return
	}
	defer h.feed.leave(c)
	out := &eventWriter{w: w, control: http.NewResponseController(w), within: h.feed.writeWithin}
	out.control.SetReadDeadline(time.Time{}) // a server's ReadTimeout would end the stream too
	for out.err == nil {
		select {
		case <-r.Context().Done():
			return
		case <-h.done:
			out.send("frame", 0, h.feed.last())
			out.send("end", 0, []byte("{}"))
			return
		case <-c.more:
			number, data := h.feed.newest()
			out.send("frame", number, data)
		}
	}
}

// An eventWriter writes events. After an error it writes nothing.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	within  time.Duration
	buf     []byte
	err     error
}

// send writes one event, which has one line of data, or drops the client.
func (o *eventWriter) send(kind string, number int64, data []byte) {
	if o.err != nil || data == nil {
		return
	}
	o.buf = append(o.buf[:0], "event: "...)
	o.buf = append(o.buf, kind...)
	o.buf = append(o.buf, "\nid: "...)
	o.buf = strconv.AppendInt(o.buf, number, 10)
	o.buf = append(o.buf, "\ndata: "...)
	o.buf = append(o.buf, data...)
	o.buf = append(o.buf, "\n\n"...)
	// Not every ResponseWriter has deadlines: then the server's own must do.
	o.control.SetWriteDeadline(time.Now().Add(o.within))
	if _, o.err = o.w.Write(o.buf); o.err == nil {
		o.err = o.control.Flush()
	}
}
