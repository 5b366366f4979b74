package strand_test

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/strand"
)

// Words by their first letter, in the order of the text: a map as a reducer.
func ExampleNewReducer() {
	index := strand.NewReducer(
		func() map[byte][]string { return map[byte][]string{} },
		func(left, right map[byte][]string) map[byte][]string {
			for letter, words := range right {
				left[letter] = append(left[letter], words...)
			}
			return left
		})
	par.ForEach(strings.Fields("small skuas steal shrimps from terns"), func(word string) {
		m := *index.View()
		m[word[0]] = append(m[word[0]], word)
	})
	fmt.Println(index.Value()['s'])
	// Output: [small skuas steal shrimps]
}

func ExampleNewAdder() {
	vowels := strand.NewAdder[int]()
	par.ForEach([]string{"great", "arctic", "brown"}, func(name string) {
		for _, r := range name {
			if strings.ContainsRune("aeiou", r) {
				*vowels.View()++
			}
		}
	})
	fmt.Println(vowels.Value())
	// Output: 5
}

// A log of a recursion comes out as if it had run serially.
func ExampleReducer_View() {
	log := strand.NewAppender[string]()
	hanoi := func(f *skua.Frame[int, int], n int) int {
		v := log.View() // right until hanoi returns
		*v = append(*v, strings.Repeat("(", n))
		if n < 2 {
			return 1
		}
		a, b := f.Both(n-1, n-2)
		*v = append(*v, strings.Repeat(")", n))
		return a + b
	}
	skua.NewFunc(hanoi).Run(3)
	fmt.Println(strings.Join(log.Value(), " "))
	// Output: ((( (( (  )) ( )))
}

func ExampleReducer_Value() {
	longest := strand.NewReducer(func() string { return "" }, func(left, right string) string {
		if len(right) > len(left) {
			return right
		}
		return left // the first of those that are as long
	})
	par.ForEach([]string{"arctic", "brown", "great", "pomarine", "parasitic", "long-tail"}, func(s string) {
		if v := longest.View(); len(s) > len(*v) {
			*v = s
		}
	})
	fmt.Println(longest.Value())
	// Output: parasitic
}

func ExampleNewAppender() {
	primes := strand.NewAppender[int]()
	par.For(30, func(i int) {
		for d := 2; d < i; d++ {
			if i%d == 0 {
				return
			}
		}
		if v := primes.View(); i > 1 {
			*v = append(*v, i)
		}
	})
	fmt.Println(primes.Value())
	// Output: [2 3 5 7 11 13 17 19 23 29]
}

func ExampleNewExact() {
	total := strand.NewExact()
	par.For(1000, func(int) { total.View().Add(0.1) })
	fmt.Println(total.Value().Sum()) // the nearest to a thousand times the float64 that is nearest to a tenth
	// Output: 100
}

func ExampleExact_Add() {
	var sum strand.Exact
	for _, x := range []float64{1e100, 1, -1e100} {
		sum.Add(x)
	}
	fmt.Println(sum.Sum())
	// Output: 1
}

func ExampleExact_Merge() {
	var left, right strand.Exact
	left.Add(1e100)
	right.Add(1)
	right.Add(-1e100)
	left.Merge(&right)
	fmt.Println(left.Sum())
	// Output: 1
}

func ExampleExact_Sum() {
	var sum strand.Exact
	for range 10 {
		sum.Add(0.1)
	}
	fmt.Println(sum.Sum())
	// Output: 1
}

// Each strand formats into a buffer of its own.
func ExampleNewHolder() {
	buffers := strand.NewHolder(func() []byte { return make([]byte, 0, 64) })
	lengths := par.Map([]int{1, 22, 333}, func(n int) int {
		buf := buffers.View()
		*buf = fmt.Appendf((*buf)[:0], "%d terns", n)
		return len(*buf)
	})
	fmt.Println(lengths)
	// Output: [7 8 9]
}

func ExampleHolder_View() {
	seen := strand.NewHolder(func() map[rune]bool { return map[rune]bool{} })
	different := par.Map([]string{"skua", "seesaw", "petrel"}, func(word string) int {
		letters := *seen.View() // what the last word has left
		clear(letters)
		for _, r := range word {
			letters[r] = true
		}
		return len(letters)
	})
	fmt.Println(different)
	// Output: [4 4 5]
}

// Dice that fall the same for every number of workers.
func ExampleNewPedigree() {
	game := strand.NewPedigree(8)
	dice := make([]int, 8)
	par.For(len(dice), func(i int) {
		dice[i] = 1 + game.Child(uint64(i)).Rand().IntN(6)
	})
	fmt.Println(dice)
	// Output: [1 5 3 2 2 3 5 5]
}

func ExamplePedigree_Child() {
	root := strand.NewPedigree(1)
	first, again := root.Child(0), root.Child(0)
	fmt.Println(first == again, first == root.Child(1))
	// Output: true false
}

func ExamplePedigree_Uint64() {
	p := strand.NewPedigree(1)
	fifth, again := p.Uint64(5), p.Uint64(5)
	fmt.Println(fifth == again, fifth == p.Uint64(6))
	// Output: true false
}

// A walk at random by a recursion: each branch tosses its own coin.
func ExamplePedigree_Rand() {
	type step struct {
		at   strand.Pedigree
		deep int
	}
	heads := skua.NewFunc(func(f *skua.Frame[step, int], s step) int {
		n := s.at.Rand().IntN(2)
		if s.deep == 0 {
			return n
		}
		a, b := f.Both(step{s.at.Child(0), s.deep - 1}, step{s.at.Child(1), s.deep - 1})
		return n + a + b
	})
	fmt.Println(heads.Run(step{strand.NewPedigree(1), 10}), "of 2047")
	// Output: 1042 of 2047
}
