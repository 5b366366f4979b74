package grid

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// A Run is what a run found.
type Run struct {
	Machine gauge.Machine `json:"machine"`
	Date    time.Time     `json:"date"`
	Command string        `json:"command"`
	Took    string        `json:"took"`
	Quick   bool          `json:"quick,omitempty"`
	Limit   time.Duration `json:"limit"`      // a cell that would take a serial loop longer is left out
	After   string        `json:"load_after"` // Machine has the load before
	Cells   []Cell        `json:"-"`
}

// head names the columns of a file. The first line says where the numbers come from.
const head = "function\tworkers\tcost_ns\tn\tpar_ns\tvalue_ns\tinline_ns\thalves_ns\trounds"

// Save stores the run.
func (r *Run) Save(name string) error {
	about, err := json.Marshal(r)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n%s\n", about, head)
	for _, c := range r.Cells {
		b.WriteString(c.Line())
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}

// Load reads what Save stored.
func Load(name string) (*Run, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := new(Run)
	if err := r.read(f); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

func (r *Run) read(from io.Reader) error {
	lines := bufio.NewScanner(from)
	for n := 0; lines.Scan(); n++ {
		switch line := lines.Text(); n {
		case 0:
			about, ok := strings.CutPrefix(line, "# ")
			if !ok {
				return fmt.Errorf("the first line says nothing of the run")
			}
			if err := json.Unmarshal([]byte(about), r); err != nil {
				return err
			}
		case 1:
			if line != head {
				return fmt.Errorf("the columns are %q, want %q", line, head)
			}
		default:
			c, err := ParseCell(line)
			if err != nil {
				return fmt.Errorf("line %d: %w", n+1, err)
			}
			r.Cells = append(r.Cells, c)
		}
	}
	return lines.Err()
}

// Line is the cell as a line of a file.
func (c Cell) Line() string {
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t%d\n", c.Function, c.Workers, c.Cost, c.N,
		short(c.Par), short(c.Value), short(c.Inline), short(c.Halves), c.Rounds)
}

// short is x with four digits: what is measured has no more.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// ParseCell reads a line.
func ParseCell(line string) (c Cell, err error) {
	fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	if columns := strings.Count(head, "\t") + 1; len(fields) != columns {
		return c, fmt.Errorf("%d columns, want %d", len(fields), columns)
	}
	c.Function = fields[0]
	var cost int
	for at, to := range map[int]*int{1: &c.Workers, 2: &cost, 3: &c.N, 8: &c.Rounds} {
		if *to, err = strconv.Atoi(fields[at]); err != nil {
			return c, err
		}
	}
	c.Cost = time.Duration(cost)
	for i, to := range []*float64{&c.Par, &c.Value, &c.Inline, &c.Halves} {
		if *to, err = strconv.ParseFloat(fields[4+i], 64); err != nil {
			return c, err
		}
	}
	return c, nil
}
