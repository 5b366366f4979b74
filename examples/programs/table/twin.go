package main

import (
	"context"
	"encoding/csv"
	"io"
	"slices"
)

// serial keeps all sales and sorts them.
func serial(in io.Reader) (*report, error) {
	r := &report{sums: map[string]int{}}
	for row := range rows(csv.NewReader(in)) {
		s, err := parse(context.Background(), row)
		if err != nil {
			return nil, err
		}
		r.sums[s.shop] += s.amount
		r.top = append(r.top, s)
	}
	slices.SortFunc(r.top, func(a, b sale) int { return b.amount - a.amount })
	r.top = r.top[:min(10, len(r.top))]
	return r, nil
}
