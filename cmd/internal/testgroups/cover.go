package testgroups

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// A profile is a coverage profile: blocks of statements in the order of the first group, and how
// often each block ran.
type profile struct {
	mode   string
	blocks []string // as "FILE:1.2,3.4 5": where, and how many statements
	counts map[string]uint64
}

// add adds the profile of a group.
func (p *profile) add(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); ; {
		if !lines.Scan() {
			return lines.Err()
		}
		if err := p.line(lines.Text()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
}

func (p *profile) line(text string) error {
	if mode, ok := strings.CutPrefix(text, "mode: "); ok {
		p.mode = mode
		return nil
	}
	i := strings.LastIndexByte(text, ' ')
	if i < 0 {
		return fmt.Errorf("%q is no line of a coverage profile", text)
	}
	n, err := strconv.ParseUint(text[i+1:], 10, 64)
	if err != nil {
		return err
	}
	block := text[:i]
	was, known := p.counts[block]
	if !known {
		p.blocks = append(p.blocks, block)
	}
	if p.mode == "set" {
		p.counts[block] = max(was, n)
	} else {
		p.counts[block] = was + n
	}
	return nil
}

// percentage is how many of the statements ran.
func (p *profile) percentage() (percent float64, err error) {
	var ran, all float64
	for _, block := range p.blocks {
		n, err := strconv.Atoi(block[strings.LastIndexByte(block, ' ')+1:])
		if err != nil {
			return 0, err
		}
		all += float64(n)
		if p.counts[block] > 0 {
			ran += float64(n)
		}
	}
	if all == 0 {
		return 0, errors.New("no statements")
	}
	return 100 * ran / all, nil
}

// write writes the profile as a test binary does.
func (p *profile) write(path string) error {
	var b bytes.Buffer
	if p.mode != "" {
		fmt.Fprintf(&b, "mode: %s\n", p.mode)
	}
	for _, block := range p.blocks {
		fmt.Fprintf(&b, "%s %d\n", block, p.counts[block])
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}

var number = regexp.MustCompile(`[0-9.]+%`)

// mergeCoverage merges the profiles of groups into the file that go test asked for, if it did, and
// returns the line of the coverage. Without coverage there is neither.
func mergeCoverage(a arguments, all []*process) (line []byte, err error) {
	if all[0].original == "" {
		return nil, nil
	}
	merged := profile{counts: map[string]uint64{}}
	for _, p := range all {
		if err := merged.add(p.profile()); err != nil {
			return nil, err
		}
		data, err := os.ReadFile(p.output())
		if err != nil {
			return nil, err
		}
		if line == nil {
			line = divide(data).coverage
		}
	}
	if value, err := merged.percentage(); err == nil {
		line = number.ReplaceAll(line, fmt.Appendf(nil, "%.1f%%", value))
	}
	if path, ok := a.value("coverprofile"); ok {
		return line, merged.write(path)
	}
	return line, nil
}
