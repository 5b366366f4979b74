package span

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestMisuse wants a message at bounds, sizes and numbers that are none, and a plain
// nil dereference of a nil receiver.
func TestMisuse(t *testing.T) {
	const message, plain = "span: ", "runtime error: invalid memory address"
	type row struct {
		call func()
		want string
	}
	empty := func(grain int) *Range { r := NewRange(0, 10, grain); r.Take(10); return r }
	rows := map[string]row{
		"NewRange, grain 0":        {func() { NewRange(0, 1, 0) }, message},
		"NewRange, huge":           {func() { NewRange(math.MinInt, math.MaxInt, 1) }, message},
		"NewStatic, 0 parts":       {func() { NewStatic(0, 1, 0) }, message},
		"NewStatic, huge":          {func() { NewStatic(math.MinInt, math.MaxInt, 1) }, message},
		"NewDynamic, chunk 0":      {func() { NewDynamic(0, 1, 0) }, message},
		"NewGuided, 0 parts":       {func() { NewGuided(0, 1, 0, 1) }, message},
		"NewGuided, least 0":       {func() { NewGuided(0, 1, 1, 0) }, message},
		"NewStealing, 0 parts":     {func() { NewStealing(0, 1, 0, 1) }, message},
		"NewStealing, -1 parts":    {func() { NewStealing(0, 1, -1, 1) }, message},
		"NewStealing, too many":    {func() { NewStealing(0, 1, 1<<20+1, 1) }, message},
		"NewStealing, most of all": {func() { NewStealing(0, 1, math.MaxInt, 1) }, message},
		"NewStealing, grain -1":    {func() { NewStealing(0, 1, 1, -1) }, message},
		"Take 0":                   {func() { NewRange(0, 1, 1).Take(0) }, message},
		"Fill, not empty":          {func() { NewRange(0, 10, 1).Fill(0, 1) }, message},
		"Fill, below":              {func() { empty(1).Fill(-5, 5) }, message},
		"Fill, above":              {func() { empty(1).Fill(5, 11) }, message},
		"Fill, far":                {func() { empty(1).Fill(math.MinInt, math.MaxInt) }, message},
		"Fill, inverted":           {func() { empty(1).Fill(5, 4) }, message},
		"Fill, half a unit first":  {func() { empty(4).Fill(1, 8) }, message},
		"Fill, half a unit last":   {func() { empty(4).Fill(0, 5) }, message},
		"Static.All, no part":      {func() { NewStatic(0, 1, 1).All(1) }, message},
		"Static.Chunks, part -1":   {func() { NewStatic(0, 1, 1).Chunks(-1) }, message},
		"Stealing.All, no part":    {func() { NewStealing(0, 1, 1, 1).All(1) }, message},
		"Stealing.Chunks, no part": {func() { NewStealing(0, 1, 1, 1).Chunks(1) }, message},
		"zero Static":              {func() { new(Static).All(0) }, message},
		"zero Stealing":            {func() { new(Stealing).All(0) }, message},
		"nil Range":                {func() { (*Range)(nil).Take(1) }, plain},
		"nil Range, Steal":         {func() { (*Range)(nil).Steal() }, plain},
		"nil Range, Return":        {func() { (*Range)(nil).Return(1) }, plain},
		"nil Range, Fill":          {func() { (*Range)(nil).Fill(1, 2) }, plain},
		"nil Range, Sibling":       {func() { (*Range)(nil).Sibling() }, plain},
		"nil Static":               {func() { (*Static)(nil).All(0) }, plain},
		"nil Dynamic":              {func() { run((*Dynamic)(nil).All(0)) }, plain},
		"nil Guided":               {func() { run((*Guided)(nil).All(0)) }, plain},
		"nil Stealing":             {func() { (*Stealing)(nil).All(0) }, plain},
	}
	for name, r := range rows {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.HasPrefix(text, r.want) {
					t.Errorf("%s: recovered %v, want a text that begins with %q", name, text, r.want)
				}
			}()
			r.call()
		}()
	}
}

func run(all func(func(int) bool)) {
	for range all {
	}
}

// TestZero: zero values hold nothing.
func TestZero(t *testing.T) {
	var r Range
	_, _, took := r.Take(1)
	_, _, stole := r.Steal()
	if took || stole || !r.Empty() {
		t.Error("a zero Range has something")
	}
	for range new(Dynamic).All(0) {
		t.Error("a zero Dynamic has something")
	}
	for range new(Guided).All(0) {
		t.Error("a zero Guided has something")
	}
}

// TestFill_whole takes back what a sibling gave, at every bound.
func TestFill_whole(t *testing.T) {
	for _, lo := range []int{math.MinInt, -7, 0, math.MaxInt - 10} {
		for _, grain := range []int{1, 3, 4, 10, 11} {
			victim := NewRange(lo, lo+10, grain)
			thief := victim.Sibling()
			from, to, _ := victim.Steal()
			thief.Fill(from, to)
			if got := fmt.Sprint(thief.Take(math.MaxInt)); got != fmt.Sprint(from, to, true) {
				t.Errorf("from %d, grain %d: %s, want what was stolen, [%d, %d)", lo, grain, got, from, to)
			}
		}
	}
}
