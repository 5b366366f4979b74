package top

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/dashboard"
)

// draw puts a frame, which may be nil, into lines that fit. status is said on the first one.
func draw(f *dashboard.Frame, s size, status string) []string {
	s.columns = max(s.columns, 20)
	var out []string
	if status != "" {
		out = append(out, "skua top  "+status+"  (q quits)")
	}
	if f != nil {
		out = append(out, head(f, s)...)
		out = append(out, body(f, s, s.lines-len(out))...)
	}
	if s.lines > 0 && len(out) > s.lines {
		out = out[:s.lines]
	}
	for i := range out {
		out[i] = cut(out[i], s.columns)
	}
	return out
}

// head is what is said of the whole program.
func head(f *dashboard.Frame, s size) []string {
	title := text.Visible(f.Title)
	switch {
	case f.Workers == 0:
	case f.Live:
		title = fmt.Sprintf("%s  %s", seconds(f.Seconds), title)
	default:
		title = fmt.Sprintf("%s, ended  %s", seconds(f.Seconds), title)
	}
	out := []string{title}
	if p := f.Progress; p.Total > 0 {
		share := float64(p.Done) / float64(p.Total)
		out = append(out, fmt.Sprintf("%s %d of %d %s", bar(30, share, '#', '.'), p.Done, p.Total, text.Visible(p.What)))
	} else if p.Done > 0 {
		out = append(out, fmt.Sprintf("%d %s", p.Done, text.Visible(p.What)))
	}
	if f.Workers == 0 {
		return out
	}
	out = append(out, wrap(text.Visible(f.Verdict.Sentence), s.columns)...)
	width := min(60, max(8, s.columns-36))
	places := float64(f.Workers)
	return append(out,
		fmt.Sprintf("working %s %5.2f of %d now", strip(f.Series.Work, width, places), last(f.Series.Work), f.Workers),
		fmt.Sprintf("ready   %s %5.4g tasks wait now", strip(f.Series.Ready, width, 0), last(f.Series.Ready)),
	)
}

// body is the tables, each with at most its part of the lines; a room of less than 1 is unlimited.
func body(f *dashboard.Frame, s size, room int) []string {
	var out []string
	others := len(f.Panics) + min(len(f.Sites), 6) + 6
	if f.Cluster != nil {
		others += min(len(f.Cluster.Nodes), 8) + 2
	}
	add := func(table []string, most int) {
		if len(table) == 0 {
			return
		}
		if room > 0 {
			most = max(most, 2)
			if len(table) > most {
				left := len(table) - most + 1
				table = append(table[:most-1:most-1], fmt.Sprintf("… %d more", left))
			}
		}
		out = append(append(out, ""), table...)
	}
	add(panics(f), 1+len(f.Panics))
	add(workers(f, s), max(room-others, 4))
	add(sites(f), max(room-len(out)-2, 3))
	add(nodes(f.Cluster), max(room-len(out)-1, 3))
	return out
}

// wrap breaks words into lines.
func wrap(words string, columns int) (out []string) {
	line := ""
	for word := range strings.FieldsSeq(words) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns {
			out, line = append(out, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

// cut makes a line as short as the terminal is wide.
func cut(line string, columns int) string {
	if utf8.RuneCountInString(line) <= columns {
		return line
	}
	return string([]rune(line)[:columns-1]) + "…"
}
