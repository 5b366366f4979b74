package dashboard

import (
	"math"

	"github.com/skua-go/skua/trace"
)

// Letters are the digits in which a Line says shares: 0 to 63.
const Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// Modes are what a worker may be doing, in the order in which a Line says their shares.
var Modes = [...]string{"work", "over", "search", "sleep", "wait", "block", "pause", "off", "away"}

const (
	sleep = 3 // index in Modes
	away  = 8
)

// inOrder are the seconds in the order of Modes.
func inOrder(m trace.ModeSeconds) [len(Modes)]float64 {
	return [...]float64{m.Work, m.Over, m.Search, m.Sleep, m.Wait, m.Block, m.Pause, m.Off, m.Away}
}

func minus(a, b trace.ModeSeconds) trace.ModeSeconds {
	return trace.ModeSeconds{
		Work: a.Work - b.Work, Over: a.Over - b.Over, Search: a.Search - b.Search, Sleep: a.Sleep - b.Sleep,
		Wait: a.Wait - b.Wait, Block: a.Block - b.Block, Pause: a.Pause - b.Pause, Off: a.Off - b.Off, Away: a.Away - b.Away,
	}
}

// letters says which share of total a worker was in each mode.
func letters(m trace.ModeSeconds, total float64) string {
	var out [len(Modes)]byte
	for k, s := range inOrder(m) {
		out[k] = Letters[level(s, total, 63)]
	}
	return string(out[:])
}

// Shares reads Now or All of a Line: the share of each of Modes, from 0 to 1.
func Shares(text string) (out [len(Modes)]float64) {
	for k := range min(len(text), len(out)) {
		for n := range len(Letters) {
			if Letters[n] == text[k] {
				out[k] = float64(n) / 63
			}
		}
	}
	return out
}

// level is part/total in steps up to most. Only nothing is 0, and only all of it is most.
func level(part, total float64, most int) int {
	share := part / total
	switch {
	case math.IsNaN(share) || share < 0.002:
		return 0
	case share > 0.998:
		return most
	}
	return min(max(int(math.Round(share*float64(most))), 1), most-1)
}

// cell is the letter for what a worker did in a column of that many seconds.
func cell(m [len(Modes)]float64, total float64) byte {
	known := 0.0
	for _, s := range m[:away] {
		known += s
	}
	m[away] = max(0, total-known)
	other := sleep
	for k := 1; k < len(m); k++ {
		if m[k] > m[other] {
			other = k
		}
	}
	return Letters[8*(other%away)+level(m[0], total, 7)]
}
