package each

import (
	"fmt"
	"slices"

	"github.com/skua-go/skua/cmd/internal/inputs"
)

// split separates the words of the command from the input sources.
func (o *Options) split(args []string) (command []string, specs []inputs.Spec, err error) {
	for _, file := range o.ArgFiles {
		specs = append(specs, inputs.Spec{File: file})
	}
	separators := []string{o.ArgSep, o.ArgSep + "+", o.ArgFileSep, o.ArgFileSep + "+"}
	isSeparator := func(s string) bool { return slices.Contains(separators, s) }
	at := slices.IndexFunc(args, isSeparator)
	if at < 0 {
		return args, specs, nil
	}
	command = args[:at]
	for rest := args[at:]; len(rest) > 0; {
		end := slices.IndexFunc(rest[1:], isSeparator) + 1
		if end == 0 {
			end = len(rest)
		}
		separator, words := rest[0], rest[1:end]
		rest = rest[end:]
		linked := separator == o.ArgSep+"+" || separator == o.ArgFileSep+"+"
		if linked && len(specs) == 0 {
			return nil, nil, fmt.Errorf("%s links to the source before it, and there is none; begin with %s or %s", separator, o.ArgSep, o.ArgFileSep)
		}
		if separator == o.ArgSep || separator == o.ArgSep+"+" {
			specs = append(specs, inputs.Spec{Words: words, Linked: linked})
			continue
		}
		if len(words) == 0 {
			return nil, nil, fmt.Errorf("%s: no files after it", separator)
		}
		for _, file := range words {
			specs = append(specs, inputs.Spec{File: file, Linked: linked})
		}
	}
	return command, specs, nil
}
