package report

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/skua-go/skua/lab"
)

// cell is text that does not end a cell of a table, or begin anything else.
var cell = strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "*", `\*`, "_", `\_`)

func markdown(results []lab.Result) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Claims, re-measured\n\n%s.\n\n", summary(results))
	b.WriteString("| verdict | experiment | claim | source |\n|---|---|---|---|\n")
	for _, r := range results {
		fmt.Fprintf(&b, "| **%s** | [%s](#%s) | %s | %s |\n", r.Finding.Verdict, r.ID, r.ID, cell.Replace(r.Claim), cell.Replace(r.Source))
	}
	for _, r := range results {
		b.WriteByte('\n')
		section(&b, r)
	}
	return b.Bytes()
}

func section(b *bytes.Buffer, r lab.Result) {
	fmt.Fprintf(b, "## %s\n\n> %s\n> %s\n\n", r.ID, cell.Replace(r.Claim), cell.Replace(r.Source))
	fmt.Fprintf(b, "**%s.** %s\n\n", title(string(r.Finding.Verdict)), cell.Replace(r.Finding.Reason))
	if len(r.Finding.Facts) > 0 {
		b.WriteString("| fact | value |\n|---|--:|\n")
		for _, f := range r.Finding.Facts {
			fmt.Fprintf(b, "| %s | %s |\n", cell.Replace(f.Name), cell.Replace(withUnit(f)))
		}
		b.WriteByte('\n')
	}
	for i, f := range r.Figures {
		fmt.Fprintf(b, "![%s](%s)\n\n", strings.NewReplacer("[", "(", "]", ")").Replace(f.Title), figureName(r, i))
		if f.Note != "" {
			fmt.Fprintf(b, "%s\n\n", cell.Replace(f.Note))
		}
	}
	fmt.Fprintf(b, "**How.** %s\n", cell.Replace(r.How))
	fmt.Fprintf(b, "**Confirmed if:** %s\n**Refuted if:** %s\n\n", cell.Replace(r.Confirms), cell.Replace(r.Refutes))
	if len(r.Settings.Params) > 0 {
		b.WriteString("| parameter | meaning | values |\n|---|---|--:|\n")
		for _, p := range r.Settings.Params {
			fmt.Fprintf(b, "| %s | %s | %s |\n", cell.Replace(p.Name), cell.Replace(p.Doc), values(p.Values))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "%s.\n%s.\nSamples: [%s.csv](%s.csv).\n", title(circumstances(r)), machine(r), r.ID, r.ID)
}

// title makes the first letter a capital.
func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
