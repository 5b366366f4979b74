package each

import (
	"errors"
	"fmt"
)

// A symbolFlag sets another spelling of a replacement string.
type symbolFlag struct {
	o    *Options
	text string
}

func (f *symbolFlag) String() string {
	if f.o == nil {
		return ""
	}
	return f.o.Symbols[f.text]
}

func (f *symbolFlag) Type() string { return "string" }

func (f *symbolFlag) Set(s string) error {
	if s == "" {
		return errors.New("the replacement string is empty")
	}
	for text, other := range f.o.Symbols {
		if other == s && text != f.text {
			return fmt.Errorf("%q stands for %s already", s, text)
		}
	}
	f.o.Symbols[f.text] = s
	return nil
}
