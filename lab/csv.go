package lab

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// check says which cell could not be written and read again: numbers must be
// finite, and a text must not look like a number or like no cell.
func (r Row) check() error {
	for name, v := range r {
		switch v := number(v).(type) {
		case float64:
			if !finite(v) {
				return fmt.Errorf("the column %s is %v", name, v)
			}
		case string:
			if _, err := strconv.ParseFloat(v, 64); err == nil || v == "" {
				return fmt.Errorf("the column %s is a text that reads %q", name, v)
			}
		}
	}
	return nil
}

// WriteCSV writes the table with a line of headings. Numbers are written so that
// ReadCSV gets the same ones; a row without a cell has nothing there.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	err := out.Write(t.Columns)
	for _, row := range t.Rows {
		line := make([]string, len(t.Columns))
		for i, name := range t.Columns {
			switch v := row[name].(type) {
			case float64:
				line[i] = strconv.FormatFloat(v, 'g', -1, 64)
			case string:
				line[i] = v
			}
		}
		if err == nil {
			err = out.Write(line)
		}
	}
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

// ReadCSV reads what WriteCSV wrote.
func ReadCSV(r io.Reader) (*Table, error) {
	lines, err := csv.NewReader(r).ReadAll()
	if err != nil || len(lines) == 0 {
		return &Table{}, err
	}
	t := &Table{Columns: lines[0]}
	for _, line := range lines[1:] {
		row := Row{}
		for i, cell := range line {
			if v, err := strconv.ParseFloat(cell, 64); err == nil {
				row[t.Columns[i]] = v
			} else if cell != "" {
				row[t.Columns[i]] = cell
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}
