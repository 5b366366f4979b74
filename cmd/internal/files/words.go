package files

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// lookAtWords fills in Dirs and Named: every path that a word may name, of those below the working
// directory and below the directories of inputs.
func (p *Planner) lookAtWords(plan *Plan, words []string) {
	dirs, named := map[string]bool{}, maps.Clone(plan.indexed().inputs) // an input need not be named twice
	for _, word := range words {
		for _, name := range names(word) {
			name = strings.TrimRight(name, "/")
			abs := name
			if !path.IsAbs(abs) {
				abs = p.dir + "/" + name
			}
			abs = path.Clean(abs)
			base := plan.base(abs)
			if base == "" || abs == "/" || abs == p.dir {
				continue
			}
			if named[abs] {
				continue
			}
			if isDir(abs) {
				dirs[abs] = true
			} else if dir := path.Dir(abs); dir != p.dir && plan.base(dir) != "" && isDir(dir) {
				dirs[dir] = true
			}
			if rest, _ := below(abs, base); base != p.dir || hidden(rest) {
				named[abs] = true
				plan.Named = append(plan.Named, abs)
			}
		}
	}
	for dir := range dirs {
		plan.Dirs = append(plan.Dirs, dir)
	}
	slices.Sort(plan.Dirs)
}

func isDir(name string) bool {
	info, err := os.Stat(filepath.FromSlash(name))
	return err == nil && info.IsDir()
}

// names returns what of a word, or of a script, may be a path: the word itself, what follows its
// first =, and the parts between spaces and characters that shells interpret.
func names(word string) []string {
	out := []string{word}
	if _, value, found := strings.Cut(word, "="); found {
		out = append(out, value)
	}
	if parts := strings.FieldsFunc(word, isShell); len(parts) > 1 || len(parts) == 1 && parts[0] != word {
		for _, part := range parts {
			out = append(out, part)
			if _, value, found := strings.Cut(part, "="); found {
				out = append(out, value)
			}
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" || strings.ContainsRune(s, 0) })
}

func isShell(r rune) bool { return strings.ContainsRune(" \t\n\"'`;|&<>(){}$", r) }

// A mapping puts the directory of a sandbox in front of absolute paths in the words of a command.
type mapping struct {
	prefix string
	dirs   map[string]bool // paths in these are mapped
	stems  map[string]bool // and paths that begin with one of these
	inputs map[string]bool // of a command's first word, only these
}

// newMapping maps paths in the working directory and in the directories of inputs. The root
// directory would be all paths: of an input in it only the input's own path is mapped, and
// what begins like that without the extension.
func newMapping(p *Plan, prefix string) *mapping {
	m := &mapping{prefix: prefix, dirs: map[string]bool{}, stems: map[string]bool{}, inputs: p.indexed().inputs}
	for _, dir := range p.indexed().dirs {
		m.dirs[dir] = dir != "/"
	}
	for in := range m.inputs {
		if path.Dir(in) == "/" {
			m.stems[in], m.stems[stem(in)] = true, true
		}
	}
	return m
}

// words maps a command. The program itself is mapped only if it is an input.
func (m *mapping) words(argv []string) []string {
	out := make([]string, len(argv))
	for i, word := range argv {
		if i == 0 && !m.inputs[word] {
			out[i] = word
		} else {
			out[i] = m.word(word)
		}
	}
	return out
}

// word maps one word, or all paths in a script.
func (m *mapping) word(word string) string {
	var out strings.Builder
	copied := 0
	for i := range len(word) {
		if word[i] == '/' && startsPath(word[:i]) && m.knows(word[i:]) {
			out.WriteString(word[copied:i])
			out.WriteString(m.prefix)
			copied = i
		}
	}
	if out.Len() == 0 {
		return word
	}
	out.WriteString(word[copied:])
	return out.String()
}

// startsPath tells whether an absolute path may begin after before: at the start of a word, after
// a character that is rarely within a name, or after an option of one letter, as in -I/usr/include.
func startsPath(before string) bool {
	if before == "" {
		return true
	}
	last := before[len(before)-1]
	return strings.IndexByte("=:,;@\"'`()<>|&{[ \t\n", last) >= 0 ||
		len(before) == 2 && before[0] == '-' && isAlnum(last)
}

// knows tells whether an absolute path, at the beginning of name, is one that is mapped.
func (m *mapping) knows(name string) bool {
	for j := 1; j <= len(name); j++ {
		end := j == len(name)
		if (end || strings.IndexByte("/=:,;@\"'`()<>|&}] \t\n", name[j]) >= 0) && m.dirs[name[:j]] {
			return true
		}
		if (end || !isAlnum(name[j])) && m.stems[name[:j]] {
			return true
		}
	}
	return false
}

func isAlnum(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}
