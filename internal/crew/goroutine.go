package crew

import "github.com/skua-go/skua/internal/self"

// NoteGoroutine remembers which goroutine runs w.
func (w *Worker) NoteGoroutine() {
	if w.Crew.Config.Watchdog > 0 {
		// ORDER: none; only the watchdog reads it, and looks twice.
		w.Goroutine.Store(self.Number())
	}
}

// ForgetGoroutine takes back what NoteGoroutine noted.
func (w *Worker) ForgetGoroutine() {
	if w.Crew.Config.Watchdog > 0 {
		w.Goroutine.Store(0) // ORDER: none; only the watchdog reads it, and looks twice
	}
}
