package spawn

import (
	"testing"
)

// Who ends the attendance lets the next one begin, and goes on itself if a task came.
func TestAttended(t *testing.T) {
	p := new(Board)
	p.Init(spawnCrew(1))
	for _, tasks := range []int64{0, 1} {
		p.attending.Store(true)
		p.injector.size.Store(tasks)
		if again := p.attended(); again != (tasks > 0) || p.attending.Load() != again {
			t.Errorf("with %d tasks it goes on: %v, and the flag is %v", tasks, again, p.attending.Load())
		}
	}
}
