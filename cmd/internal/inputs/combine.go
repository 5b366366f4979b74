package inputs

import (
	"errors"
	"io"
)

// Rows gives the inputs of the commands, one after the other: each the values of its columns.
type Rows interface {
	Next() ([]string, error) // io.EOF after the last one
}

// combine returns all combinations of the sources, or one input of each at a time if link. A
// source that is linked to the one before goes along with it; with link they all do.
func combine(lists []*list, linked []bool, link bool) Rows {
	var groups []Rows
	for i, l := range lists {
		if !linked[i] || link {
			groups = append(groups, l)
			continue
		}
		last := len(groups) - 1
		if z, ok := groups[last].(*zip); ok {
			z.of = append(z.of, l)
		} else {
			groups[last] = &zip{of: []Rows{groups[last], l}}
		}
	}
	switch {
	case len(groups) == 1:
		return groups[0]
	case link:
		return &recycle{of: groups, seen: make([][][]string, len(groups)), ended: make([]bool, len(groups))}
	}
	return &product{first: groups[0], others: groups[1:]}
}

// A zip goes through sources side by side, and ends with the first that ends: :::+
type zip struct{ of []Rows }

func (z *zip) Next() ([]string, error) {
	var all []string
	for _, r := range z.of {
		row, err := r.Next()
		if err != nil {
			return nil, err
		}
		all = append(all, row...)
	}
	return all, nil
}

// A product gives all combinations of its sources; the last one varies fastest. The first
// source is read as the combinations are asked for, the other sources are held in memory.
type product struct {
	first  Rows
	others []Rows

	row   []string     // of the first source
	held  [][][]string // the rows of the other sources
	at    []int        // which of them are next
	begun bool
}

func (p *product) Next() ([]string, error) {
	if !p.begun {
		if err := p.begin(); err != nil {
			return nil, err
		}
	}
	if p.row == nil {
		row, err := p.first.Next()
		if err != nil {
			return nil, err
		}
		p.row = row
	}
	all := append([]string(nil), p.row...)
	for i, at := range p.at {
		all = append(all, p.held[i][at]...)
	}
	p.advance()
	return all, nil
}

// begin reads the other sources. If one of them is empty there are no combinations, and the
// first is not read.
func (p *product) begin() error {
	p.begun = true
	p.at = make([]int, len(p.others))
	for _, r := range p.others {
		held, err := readAll(r)
		if err != nil {
			return err
		}
		if len(held) == 0 {
			p.first = &list{ended: true}
		}
		p.held = append(p.held, held)
	}
	return nil
}

// advance goes on to the next combination; after the last with this row of the first source
// there is no row.
func (p *product) advance() {
	for i := len(p.at) - 1; i >= 0; i-- {
		if p.at[i]++; p.at[i] < len(p.held[i]) {
			return
		}
		p.at[i] = 0
	}
	p.row = nil
}

func readAll(r Rows) (all [][]string, err error) {
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
}

// A recycle goes through sources side by side until the longest ends; a shorter one begins
// again: --link. It holds what it has seen while a second source goes on.
type recycle struct {
	of    []Rows
	seen  [][][]string
	ended []bool
	n     int // rows that were given
}

func (r *recycle) Next() ([]string, error) {
	var all []string
	fresh := false
	for i := range r.of {
		row, err := r.row(i)
		if err != nil {
			return nil, err
		}
		fresh = fresh || !r.ended[i]
		all = append(all, row...)
	}
	if !fresh {
		return nil, io.EOF
	}
	r.n++
	return all, nil
}

// row returns a row of one source, io.EOF if that is empty.
func (r *recycle) row(i int) ([]string, error) {
	if !r.ended[i] {
		row, err := r.of[i].Next()
		if err == nil {
			if r.kept() {
				r.seen[i] = append(r.seen[i], row)
			}
			return row, nil
		}
		if !errors.Is(err, io.EOF) {
			return nil, err
		}
		r.ended[i] = true
	}
	if len(r.seen[i]) == 0 {
		return nil, io.EOF
	}
	return r.seen[i][r.n%len(r.seen[i])], nil
}

// kept tells whether rows must be remembered: not those of a source that goes on alone, for
// with it all ends.
func (r *recycle) kept() bool {
	going := 0
	for _, ended := range r.ended {
		if !ended {
			going++
		}
	}
	return going > 1
}
