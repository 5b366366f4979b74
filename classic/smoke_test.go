package classic

import "testing"

func fib(w *Worker, n int) int {
	if n < 2 {
		return n
	}
	b := Fork(w, fib, n-2)
	a := fib(w, n-1)
	return a + b.Join(w)
}

func TestSmoke(t *testing.T) {
	for d := range Deque(6) {
		p, err := New(Config{Workers: 3, Deque: d})
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			p.Run(func(w *Worker) {
				if got := fib(w, 18); got != 2584 {
					t.Error(got)
				}
			})
		}
		t.Logf("%v %+v", d, p.Stats())
		p.Close()
	}
}
