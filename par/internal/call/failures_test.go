package call

import (
	"context"
	"errors"
	"testing"
)

// TestMissed: a call that has left the line returns why, also if the context of its bodies, which
// derives from the one that ended, has not ended yet.
func TestMissed(t *testing.T) {
	why := errors.New("why")
	ended, end := context.WithCancelCause(context.Background())
	c, err := Settings{}.Watch("F", context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	end(why)
	c.Missed(ended, 3)
	if err := c.Result(); err != why {
		t.Errorf("the result is %v, want the cause", err)
	}
}
