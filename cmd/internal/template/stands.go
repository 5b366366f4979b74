package template

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A placeholder is a replacement string in a script that is read with a name in its place.
type placeholder struct {
	part *part
	from int // in the text
	end  int
	word [2]int // from where to where the word goes that is repeated for each input
}

// A standing is where a replacement string stands.
type standing struct {
	*quoting
	one bool // it is one word there, however many inputs there are
}

// A script is the text that sh would read, with a name for each replacement string.
type script struct {
	text  string
	holes []placeholder
	first bool // the first word begins with a replacement string
}

// quoteScript gives each replacement string of the script the quoting for the place where it stands. It
// refuses a place where no quoting is right, and one that POSIX and bash, which is /bin/sh on some systems,
// read in different ways.
func (t *Template) quoteScript() error {
	s := t.named()
	var broken error
	for _, variant := range []syntax.LangVariant{syntax.LangPOSIX, syntax.LangBash} {
		tree, err := syntax.NewParser(syntax.Variant(variant)).Parse(strings.NewReader(s.text), "")
		if err != nil && len(s.holes) > 0 && s.holes[0].part.quote != nil {
			return fmt.Errorf("--shell: sh reads the command, and bash, which is sh on some systems, may read it in another way: %w", err)
		}
		if err != nil {
			broken = cmp.Or(broken, err)
			continue
		}
		found, err := s.quotings(tree, t.repeat)
		for i, h := range s.holes {
			if p := h.part; err == nil && p.quote != nil && p.quote != found[i].quoting {
				err = h.refused("where /bin/sh is not the same on every system")
			}
			h.part.quote, h.part.one = found[i].quoting, h.part.one || found[i].one // dash takes export for a command
		}
		if err != nil {
			return fmt.Errorf("--shell: %w", err)
		}
	}
	if len(s.holes) > 0 && s.holes[0].part.quote == nil {
		return fmt.Errorf("--shell: sh cannot read the command: %w", broken)
	}
	return nil
}

// quotings returns the quoting of each replacement string as the script is read in one way.
func (s *script) quotings(tree *syntax.File, repeat bool) (found []standing, err error) {
	found = make([]standing, len(s.holes))
	var stack []syntax.Node
	syntax.Walk(tree, func(n syntax.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		for i, h := range s.holes {
			if err == nil && s.holds(n, h) {
				found[i].quoting, err = s.quoting(stack, h, i == 0 && s.first)
				found[i].one = found[i].quoting != asItIs && !isListed(stack)
			}
			if repeat && h.part.kind == inputs && (cuts(n, h.word) || s.holds(n, h) && !isInside(stack, h.word)) && err == nil {
				err = h.refused("in a text that -X and -N repeat for each input, from blank to blank, and that is no single word; put blanks around it, or take -m")
			}
		}
		return true
	})
	for i, h := range s.holes {
		switch {
		case found[i].quoting == nil && h.part.counts():
			found[i].quoting = asItIs
		case err == nil && found[i].quoting == nil:
			err = h.refused("in a comment or as a name, where no quoting keeps what an input says from being run")
		}
	}
	return found, err
}

// named returns the script with a name for each replacement string. The name is none of the script's.
func (t *Template) named() *script {
	name := "input"
	for _, w := range t.words {
		for _, p := range w.parts {
			for p.kind == literal && strings.Contains(p.text, name) {
				name += "s"
			}
		}
	}
	s, text := &script{}, strings.Builder{}
	for i, w := range t.words {
		text.WriteString(w.space)
		from, first := text.Len(), len(s.holes)
		for j := range w.parts {
			p := &w.parts[j]
			if p.kind == literal {
				text.WriteString(p.text)
				continue
			}
			s.first = s.first || i == 0 && j == 0
			s.holes = append(s.holes, placeholder{part: p, from: text.Len(), end: text.Len() + len(name)})
			text.WriteString(name)
		}
		for j := range s.holes[first:] {
			s.holes[first+j].word = [2]int{from, text.Len()}
		}
	}
	s.text = text.String()
	return s
}

// holds tells whether the replacement string is text of the node itself.
func (s *script) holds(n syntax.Node, h placeholder) bool {
	switch n.(type) {
	case *syntax.Lit, *syntax.SglQuoted:
		return int(n.Pos().Offset()) <= h.from && h.end <= int(n.End().Offset())
	}
	return false
}

// cuts tells whether a node that quotes or encloses begins or ends within a word that is repeated.
func cuts(n syntax.Node, word [2]int) bool {
	switch n.(type) {
	case *syntax.SglQuoted, *syntax.DblQuoted, *syntax.CmdSubst, *syntax.ParamExp, *syntax.ArithmExp, *syntax.Subshell:
		from, end := int(n.Pos().Offset()), int(n.End().Offset())
		overlap := from < word[1] && word[0] < end
		return overlap && !(from < word[0] && word[1] < end) && !(word[0] <= from && end <= word[1])
	}
	return false
}

// isListed tells whether the innermost word of the stack is one of as many as there may be: an argument, a
// word that for goes through, an element of an array.
func isListed(stack []syntax.Node) bool {
	for i := len(stack) - 1; i > 0; i-- {
		if _, ok := stack[i].(*syntax.Word); ok {
			switch in := stack[i-1].(type) {
			case *syntax.CallExpr, *syntax.WordIter:
				return true
			case *syntax.ArrayElem:
				return in.Index == nil
			}
			return false
		}
	}
	return false
}

// isInside tells whether the innermost word of the stack has all that is repeated.
func isInside(stack []syntax.Node, repeated [2]int) bool {
	for _, n := range slices.Backward(stack) {
		if _, ok := n.(*syntax.Word); ok {
			return int(n.Pos().Offset()) <= repeated[0] && repeated[1] <= int(n.End().Offset())
		}
	}
	return false
}

// quoting is that for the last node of the stack, which holds the replacement string. NOT: single quotes
// everywhere, as GNU parallel has it. In "{}" they quote nothing: a file called $(cmd) would run.
func (s *script) quoting(stack []syntax.Node, h placeholder, first bool) (*quoting, error) {
	if h.part.counts() {
		return s.plain(stack, h), nil
	}
	if where := s.refuses(stack, h); where != "" {
		return nil, h.refused(where)
	}
	if first && isWord(stack, h) {
		return asItIs, nil // it is the program
	}
	if where := s.program(stack, h); where != "" {
		return nil, h.refused(where)
	}
	if _, ok := stack[len(stack)-1].(*syntax.SglQuoted); ok {
		return inSingle, nil
	}
	switch stack[len(stack)-2].(type) {
	case *syntax.DblQuoted:
		return inDouble, nil
	case *syntax.Word:
		if len(stack) > 3 && isArithmetic(stack[len(stack)-3]) {
			return inSum, nil
		}
		if s.redirects(h) {
			return always, nil
		}
		return bare, nil
	case *syntax.Assign:
		return bare, nil // {1}={2}
	}
	return nil, h.refused("as a name, where no quoting keeps what an input says from being run")
}

// plain is the quoting of a number that no input decides.
func (s *script) plain(stack []syntax.Node, h placeholder) *quoting {
	_, quotes := stack[len(stack)-1].(*syntax.SglQuoted)
	if _, bare := stack[len(stack)-2].(*syntax.Word); bare && !quotes && s.redirects(h) {
		return always
	}
	return asItIs
}

// redirects tells whether < or > follows, for which a number that is not quoted is that of a file.
func (s *script) redirects(h placeholder) bool {
	return h.end < len(s.text) && strings.IndexByte("<>", s.text[h.end]) >= 0
}

func isArithmetic(n syntax.Node) bool {
	switch n.(type) {
	case *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.CStyleLoop, *syntax.BinaryArithm, *syntax.UnaryArithm, *syntax.ParenArithm:
		return true
	}
	return false
}

// isWord tells whether the replacement string is a whole word, with or without quotes around it.
func isWord(stack []syntax.Node, h placeholder) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		if w, ok := stack[i].(*syntax.Word); ok {
			width := int(w.End().Offset() - w.Pos().Offset())
			_, literal := stack[len(stack)-1].(*syntax.Lit)
			if _, ok := stack[i-1].(*syntax.CallExpr); !ok {
				return false
			}
			switch len(stack) - 1 - i {
			case 1:
				return width == h.end-h.from || !literal && width == h.end-h.from+2
			case 2:
				return width == h.end-h.from+2 // "…"
			}
			return false
		}
	}
	return false
}

func (h *placeholder) refused(where string) error {
	return errors.New(h.part.text + " stands " + where)
}
