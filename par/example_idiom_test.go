package par_test

import (
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// received yields what comes from a channel until it is closed.
func received[E any](from <-chan E) iter.Seq[E] {
	return func(yield func(E) bool) {
		for v := range from {
			if !yield(v) {
				return
			}
		}
	}
}

type question struct {
	n      int
	answer chan int
}

// A server: workers answer what comes over a channel. The client asks only when it has the last answer.
func ExampleForSeq_requests() {
	questions := make(chan question)
	go func() {
		defer close(questions)
		sum := 0
		for n := range 100 {
			q := question{n, make(chan int)}
			questions <- q
			sum += <-q.answer
		}
		fmt.Println(sum)
	}()
	par.ForSeq(received(questions), func(q question) { q.answer <- q.n * q.n })
	// Output: 328350
}

// squeezer is a parallel compressor: an io.Writer whose blocks come out in order, and at Flush all
// that were written.
type squeezer struct {
	to     io.Writer
	blocks chan []byte
	out    chan error
	open   int // blocks that have not come out
}

func newSqueezer(to io.Writer) *squeezer {
	s := &squeezer{to: to, blocks: make(chan []byte), out: make(chan error, 100)}
	go func() {
		defer close(s.out)
		for block := range par.MapSeq(received(s.blocks), squeeze) {
			_, err := s.to.Write(block)
			s.out <- err
		}
	}()
	return s
}

func squeeze(block []byte) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestSpeed)
	w.Write(block)
	w.Flush()
	return b.Bytes()
}

func (s *squeezer) Write(p []byte) (int, error) {
	s.open++
	s.blocks <- slices.Clone(p)
	return len(p), nil
}

// Flush returns when all blocks have come out.
func (s *squeezer) Flush() (err error) {
	for ; s.open > 0 && err == nil; s.open-- {
		err = <-s.out
	}
	return err
}

func (s *squeezer) Close() error {
	err := s.Flush()
	close(s.blocks)
	<-s.out // closed
	return err
}

// A compressor is fed by Write. Flush in the middle gets all that was written, though no more has come.
func ExampleMapSeq_compressor() {
	var file bytes.Buffer
	s := newSqueezer(&file)
	for range 30 {
		fmt.Fprint(s, "the same words again and again; ")
	}
	fmt.Println(s.Flush(), file.Len() > 0)
	fmt.Fprint(s, "the end")
	fmt.Println(s.Close())
	text, _ := io.ReadAll(flate.NewReader(&file))
	fmt.Println(len(text), strings.HasSuffix(string(text), "the end"))
	// Output:
	// <nil> true
	// <nil>
	// 967 true
}

// A limit over several scopes is a pool of its own: no more than two tasks of all of them run at a time.
func ExampleScope_severalLimited() {
	pool, err := skua.New(skua.WithWorkers(2), skua.WithGuests(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer pool.Close()
	var running, most atomic.Int64
	var scopes []*par.Scope[int]
	for range 3 {
		s := par.NewScope[int](context.Background(), par.On(pool))
		scopes = append(scopes, s)
		for i := range 4 {
			s.Go(func(context.Context) (int, error) {
				defer running.Add(-1)
				most.Store(max(most.Load(), running.Add(1)))
				return i, nil
			})
		}
	}
	for _, s := range scopes {
		fmt.Println(s.Wait())
	}
	fmt.Println(most.Load() <= 2)
	// Output:
	// [0 1 2 3] <nil>
	// [0 1 2 3] <nil>
	// [0 1 2 3] <nil>
	// true
}

// A pipe whose source pauses, as tail -f does: what has come goes through, and the pause holds
// nothing back.
func ExampleMapSeq_pausing() {
	lines, through := make(chan string), make(chan string)
	go func() {
		defer close(through)
		for line := range par.MapSeq(received(lines), strings.ToUpper) {
			through <- line
		}
	}()
	for _, line := range []string{"one", "two", "three"} {
		lines <- line
		fmt.Println(<-through) // before the next one has come
	}
	close(lines)
	_, more := <-through
	fmt.Println(more)
	// Output:
	// ONE
	// TWO
	// THREE
	// false
}

// TestIdioms_bubble runs the idioms in bubbles of testing/synctest, where a pause of hours takes no
// time, and whatever waits for ever is found.
func TestIdioms_bubble(t *testing.T) {
	for name, idiom := range map[string]func() string{
		"requests": func() string {
			questions, sum := make(chan question), 0
			go func() {
				defer close(questions)
				for n := range 100 {
					q := question{n, make(chan int)}
					questions <- q
					sum += <-q.answer
					time.Sleep(time.Hour)
				}
			}()
			par.ForSeq(received(questions), func(q question) { q.answer <- q.n * q.n })
			return fmt.Sprint(sum == 328350)
		},
		"compressor": func() string {
			var file bytes.Buffer
			s := newSqueezer(&file)
			for range 30 {
				fmt.Fprint(s, "the same words again and again; ")
			}
			err, half := s.Flush(), file.Len()
			time.Sleep(time.Hour)
			fmt.Fprint(s, "the end")
			closed := s.Close()
			text, _ := io.ReadAll(flate.NewReader(&file))
			return fmt.Sprint(err == nil && half > 0 && closed == nil && len(text) == 967)
		},
		"going on": func() string {
			var got []int
			var failed error
			for v, err := range par.MapSeqErr(context.Background(), upTo(20), func(_ context.Context, v int) (int, error) {
				time.Sleep(time.Minute)
				if v%5 == 2 {
					return 0, badIndex(v)
				}
				return v, nil
			}, par.AllErrors()) {
				if failed = err; err == nil {
					got = append(got, v)
				}
			}
			return fmt.Sprint(len(got) == 16 && strings.Count(fmt.Sprint(failed), "\n") == 3)
		},
		"several limited": func() string {
			pool, err := skua.New(skua.WithWorkers(2), skua.WithGuests(1))
			if err != nil {
				return err.Error()
			}
			defer pool.Close()
			ran := 0
			for range 3 {
				s := par.NewScope[int](context.Background(), par.On(pool), par.MaxWorkers(1))
				for range 4 {
					s.AwaitRoom()
					s.Go(func(context.Context) (int, error) { time.Sleep(time.Hour); ran++; return 0, nil })
				}
				s.Wait()
			}
			return fmt.Sprint(ran == 12)
		},
		"pausing": func() string {
			lines, through := make(chan string), make(chan string)
			go func() {
				defer close(through)
				for line := range par.MapSeq(received(lines), strings.ToUpper) {
					through <- line
				}
			}()
			all := ""
			for _, line := range []string{"one", "two", "three"} {
				lines <- line
				all += <-through
				time.Sleep(time.Hour)
			}
			close(lines)
			_, more := <-through
			return fmt.Sprint(all == "ONETWOTHREE" && !more)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := idiom(); got != "true" {
					t.Error("got", got)
				}
			})
		})
	}
}
