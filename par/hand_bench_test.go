package par_test

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/par"
)

// A handmade is a function of the package, the plain loop that does the same, and what is written
// by hand: goroutines, a WaitGroup and a mutex. All three end in a number.
type handmade struct {
	name           string
	par, seq, hand func() int
}

// inPieces runs f on a piece of [0, n) in each of as many goroutines as there are processors.
func inPieces(n int, f func(k, lo, hi int)) {
	var wg sync.WaitGroup
	p := runtime.GOMAXPROCS(0)
	for k := range p {
		wg.Go(func() { f(k, k*n/p, (k+1)*n/p) })
	}
	wg.Wait()
}

// countPieces counts by a map for each piece, and adds these up under a mutex.
func countPieces[K comparable](n int, key func(i int) K) map[K]int {
	var mu sync.Mutex
	all := map[K]int{}
	inPieces(n, func(_, lo, hi int) {
		counts := map[K]int{}
		for i := lo; i < hi; i++ {
			counts[key(i)]++
		}
		mu.Lock()
		defer mu.Unlock()
		for k, n := range counts {
			all[k] += n
		}
	})
	return all
}

// uniquePieces has a set for each piece, and then goes through what is left.
func uniquePieces(s []int) []int {
	parts := make([][]int, runtime.GOMAXPROCS(0))
	inPieces(len(s), func(k, lo, hi int) { parts[k] = uniqueTwin(s[lo:hi], func(v int) int { return v }) })
	return uniqueTwin(slices.Concat(parts...), func(v int) int { return v })
}

// topPieces sorts a copy of each piece, and then what is left.
func topPieces(s []int, k int) []int {
	parts := make([][]int, runtime.GOMAXPROCS(0))
	inPieces(len(s), func(p, lo, hi int) {
		part := slices.Clone(s[lo:hi])
		slices.Sort(part)
		parts[p] = part[max(0, len(part)-k):]
	})
	all := slices.Concat(parts...)
	slices.Sort(all)
	slices.Reverse(all)
	return all[:k]
}

// appendPieces appends in each piece, and joins the pieces.
func appendPieces(n int, add func(out []int, i int) []int) []int {
	parts := make([][]int, runtime.GOMAXPROCS(0))
	inPieces(n, func(k, lo, hi int) {
		for i := lo; i < hi; i++ {
			parts[k] = add(parts[k], i)
		}
	})
	return slices.Concat(parts...)
}

// overChannels maps the values by goroutines that read a channel and write another: in any order.
func overChannels(n int, f func(int) int) int {
	in, out := make(chan int, 64), make(chan int, 64)
	go func() {
		defer close(in)
		for i := range n {
			in <- i
		}
	}()
	go func() {
		defer close(out)
		inPieces(runtime.GOMAXPROCS(0), func(int, int, int) {
			for v := range in {
				out <- f(v)
			}
		})
	}()
	total := 0
	for v := range out {
		total += v
	}
	return total
}

// walkByHand has a goroutine for each directory, and a semaphore around the reading.
func walkByHand(root string, file func(d fs.DirEntry)) {
	sem, wg := make(chan struct{}, 2*runtime.GOMAXPROCS(0)), sync.WaitGroup{}
	var visit func(dir string)
	visit = func(dir string) {
		sem <- struct{}{}
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if !e.IsDir() {
				file(e)
			}
		}
		<-sem
		for _, e := range entries {
			if e.IsDir() {
				wg.Go(func() { visit(filepath.Join(dir, e.Name())) })
			}
		}
	}
	visit(root)
	wg.Wait()
}

// treeOnDisk makes 20,000 empty files: uneven is all but a tenth of them in one directory.
func treeOnDisk(b *testing.B, uneven bool) string {
	root := b.TempDir()
	for i := range 20_000 {
		dir := filepath.Join(root, fmt.Sprint(i%20), fmt.Sprint(i%200))
		if uneven && i%10 > 0 {
			dir = filepath.Join(root, "large")
		}
		if os.MkdirAll(dir, 0o755) != nil || os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), nil, 0o644) != nil {
			b.Fatal("no tree of files")
		}
	}
	return root
}

func walkTwins(name, root string) handmade {
	var total atomic.Int64
	file := func(d fs.DirEntry) {
		info, err := d.Info()
		if err == nil {
			total.Add(1 + info.Size())
		}
	}
	visit := func(_ string, d fs.DirEntry, _ error) error {
		if !d.IsDir() {
			file(d)
		}
		return nil
	}
	return handmade{name,
		func() int { par.WalkDir(context.Background(), root, visit); return int(total.Load()) },
		func() int { filepath.WalkDir(root, visit); return int(total.Load()) },
		func() int { walkByHand(root, file); return int(total.Load()) }}
}

// BenchmarkHand compares functions with plain loops and with what is written by hand.
func BenchmarkHand(b *testing.B) {
	const n = 1_000_000
	s, words := ints(random(b), n), make([]string, n)
	many := rand.New(rand.NewPCG(1, 2)).Perm(n)
	for i, v := range s {
		words[i] = "word" + fmt.Sprint(v*v%997)
	}
	word := func(i int) string { return words[i] }
	self := func(v int) int { return v }
	third := func(v int) (int, bool) { return v / 3, v%3 == 0 }
	three := func(v int) []int { return many[v%100 : v%100+3] }
	rows := []handmade{
		{"MapN",
			func() int { return len(par.MapN(n/10, hash)) },
			func() int { return len(mapTwin(many[:n/10], hash)) },
			func() int {
				out := make([]int, n/10)
				inPieces(len(out), func(_, lo, hi int) {
					for i := lo; i < hi; i++ {
						out[i] = hash(i)
					}
				})
				return len(out)
			}},
		{"MapReduceN",
			func() int { return par.MapReduceN(n/10, 0, hash, sum) },
			func() int { return mapReduceLoop(many[:n/10], 0, hash, sum) },
			func() int {
				var mu sync.Mutex
				total := 0
				inPieces(n/10, func(_, lo, hi int) {
					part := 0
					for i := lo; i < hi; i++ {
						part += hash(i)
					}
					mu.Lock()
					defer mu.Unlock()
					total += part
				})
				return total
			}},
		{"CountBy/words",
			func() int { return len(par.CountBy(words, func(w string) string { return w })) },
			func() int {
				counts := map[string]int{}
				for _, w := range words {
					counts[w]++
				}
				return len(counts)
			},
			func() int { return len(countPieces(n, word)) }},
		{"CountBy/distinct",
			func() int { return len(par.CountBy(many, self)) },
			func() int {
				counts := map[int]int{}
				for _, v := range many {
					counts[v]++
				}
				return len(counts)
			},
			func() int { return len(countPieces(n, func(i int) int { return many[i] })) }},
		{"ReduceBy",
			func() int {
				return len(par.ReduceBy(many, func(v int) int { return v % 1000 }, self, func(a, b int) int { return max(a, b) }))
			},
			func() int {
				best := map[int]int{}
				for _, v := range many {
					best[v%1000] = max(best[v%1000], v)
				}
				return len(best)
			},
			func() int {
				parts := make([]map[int]int, runtime.GOMAXPROCS(0))
				inPieces(n, func(k, lo, hi int) {
					best := map[int]int{}
					for _, v := range many[lo:hi] {
						best[v%1000] = max(best[v%1000], v)
					}
					parts[k] = best
				})
				for _, part := range parts[1:] {
					for k, v := range part {
						parts[0][k] = max(parts[0][k], v)
					}
				}
				return len(parts[0])
			}},
		{"TopK/k=10", func() int { return par.TopK(many, 10)[9] }, func() int { return topTwin(many, 10, cmp.Compare[int])[9] }, func() int { return topPieces(many, 10)[9] }},
		{"TopK/k=10000", func() int { return par.TopK(many, 10_000)[9] }, func() int { return topTwin(many, 10_000, cmp.Compare[int])[9] }, func() int { return topPieces(many, 10_000)[9] }},
		{"Unique/distinct", func() int { return len(par.Unique(many)) }, func() int { return len(uniqueTwin(many, self)) }, func() int { return len(uniquePieces(many)) }},
		{"Unique/hundred", func() int { return len(par.Unique(s)) }, func() int { return len(uniqueTwin(s, self)) }, func() int { return len(uniquePieces(s)) }},
		{"SortBy/int",
			func() int { c := slices.Clone(many); par.SortBy(c, self); return c[9] },
			func() int { c := slices.Clone(many); slices.SortStableFunc(c, cmp.Compare[int]); return c[9] },
			func() int { c := slices.Clone(many); par.SortStableFunc(c, cmp.Compare[int]); return c[9] }},
		{"SortBy/string",
			func() int { c := slices.Clone(many[:n/10]); par.SortBy(c, word); return c[9] },
			func() int {
				c := slices.Clone(many[:n/10])
				slices.SortStableFunc(c, func(a, b int) int { return strings.Compare(words[a], words[b]) })
				return c[9]
			},
			func() int {
				c := slices.Clone(many[:n/10])
				par.SortStableFunc(c, func(a, b int) int { return strings.Compare(words[a], words[b]) })
				return c[9]
			}},
		{"Shuffle",
			func() int { par.Shuffle(into[:n], 1); return 0 },
			func() int {
				rand.New(rand.NewPCG(1, 2)).Shuffle(n, func(i, j int) { into[i], into[j] = into[j], into[i] })
				return 0
			}, nil},
		{"Shuffle/n=10000000",
			func() int { par.Shuffle(into, 1); return 0 },
			func() int {
				rand.New(rand.NewPCG(1, 2)).Shuffle(len(into), func(i, j int) { into[i], into[j] = into[j], into[i] })
				return 0
			}, nil},
		{"FilterMap",
			func() int { return len(par.FilterMap(s, third)) },
			func() int {
				var out []int
				for _, v := range s {
					if r, ok := third(v); ok {
						out = append(out, r)
					}
				}
				return len(out)
			},
			func() int {
				return len(appendPieces(n, func(out []int, i int) []int {
					if r, ok := third(s[i]); ok {
						out = append(out, r)
					}
					return out
				}))
			}},
		{"FlatMap",
			func() int { return len(par.FlatMap(s, three)) },
			func() int {
				var out []int
				for _, v := range s {
					out = append(out, three(v)...)
				}
				return len(out)
			},
			func() int {
				return len(appendPieces(n, func(out []int, i int) []int { return append(out, three(s[i])...) }))
			}},
		{"FilterSeq",
			func() int { return count(par.FilterSeq(slices.Values(s), hashOdd)) },
			func() int { return countLoop(s, hashOdd) },
			func() int { return overChannels(n, func(i int) int { return truth(hashOdd(s[i])) }) }},
		{"MapSeq/unordered",
			func() int {
				total := 0
				for v := range par.MapSeq(slices.Values(s), hash, par.Unordered()) {
					total += v
				}
				return total
			},
			func() int { return mapReduceLoop(s, 0, hash, sum) },
			func() int { return overChannels(n, func(i int) int { return hash(s[i]) }) }},
		{"Scope",
			func() int {
				scope := par.NewScope[int](context.Background())
				for _, v := range s[:10_000] {
					scope.Go(func(context.Context) (int, error) { return hash(v), nil })
				}
				all, _ := scope.Wait()
				return len(all)
			},
			func() int { return len(mapTwin(s[:10_000], hash)) },
			func() int {
				var wg sync.WaitGroup
				out := make([]int, 10_000)
				for i, v := range s[:10_000] {
					wg.Go(func() { out[i] = hash(v) })
				}
				wg.Wait()
				return len(out)
			}},
		{"For/progress",
			func() int {
				par.For(n, func(i int) { into[i] = hash(s[i]) }, par.Progress(func(int, int) {}))
				return 0
			},
			func() int { return mapLoop(s, hash) },
			func() int { par.For(n, func(i int) { into[i] = hash(s[i]) }); return 0 }},
		walkTwins("WalkDir", treeOnDisk(b, false)),
		walkTwins("WalkDir/uneven", treeOnDisk(b, true)),
	}
	for _, r := range rows {
		for _, impl := range []struct {
			name string
			f    func() int
		}{{"par", r.par}, {"seq", r.seq}, {"hand", r.hand}} {
			if f := impl.f; f != nil {
				b.Run("func="+r.name+"/impl="+impl.name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						kept = f()
					}
				})
			}
		}
	}
}

func count(seq func(func(int) bool)) (n int) {
	for range seq {
		n++
	}
	return n
}
