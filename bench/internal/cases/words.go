package cases

// wordsRun is a run in which index i leaves a word: each is the way's own loop or
// list of tasks. The answer is the sum of the words.
func wordsRun(n int, each func(n int, body func(i int)), word func(i int) uint64) *Run {
	words := make([]uint64, n)
	return &Run{
		Ops:    max(n, 1), // of an empty loop the whole call counts
		Once:   func() { each(n, func(i int) { words[i] = word(i) }) },
		Answer: func() string { return total(words) },
	}
}

// serialLoop is the loop that all other ways are compared with.
func serialLoop(n int, body func(i int)) {
	for i := range n {
		body(i)
	}
}

// sumBelow is the sum of 0…n-1.
func sumBelow(n int) string { return decimal(uint64(n) * uint64(max(n-1, 0)) / 2) }
