package main

import (
	"context"
	"encoding/csv"
	"io"
)

func serial(in io.Reader) (*report, error) {
	r := &report{sums: map[string]int{}}
	for row := range rows(csv.NewReader(in)) {
		s, err := parse(context.Background(), row)
		if err != nil {
			return nil, err
		}
		r.add(s)
	}
	return r, nil
}
