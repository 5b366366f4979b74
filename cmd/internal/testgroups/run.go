package testgroups

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"time"
)

// Run runs a test binary as skua test has planned it, and returns the exit code that go test is to
// see. argv is the command line that go test would have started. Run blocks until the binary has
// ended, and does not return if a signal killed the binary: this process then ends by the same
// signal. If skua test cannot be reached the binary runs whole.
func Run(argv []string) int {
	signals := catch()
	a := split(argv)
	address := os.Getenv(Variable)
	os.Unsetenv(Variable)
	desk, err := net.Dial("unix", address)
	if err != nil {
		return whole(a, signals)
	}
	defer desk.Close()
	answers := json.NewDecoder(desk)
	plan, err := ask(desk, answers)
	if err != nil {
		return whole(a, signals)
	}
	if _, ok := a.value("timeout"); ok && plan.Timeout != "" {
		a = a.with("timeout", plan.Timeout)
	}
	if !plan.Groups || !a.mayDivide() {
		return whole(a, signals)
	}
	r := &runner{args: a, plan: plan, desk: desk, answers: answers, signals: signals}
	report := r.groups()
	code := 0
	if report == nil || len(report.Failed) > 0 {
		code = whole(a, signals)
	}
	if report != nil {
		report.Clash = len(report.Failed) > 0 && code == 0
		_ = json.NewEncoder(desk).Encode(News{Report: report}) // skua test may have been killed
	}
	return code
}

// ask asks skua test what to do with the package whose directory is the current one.
func ask(desk net.Conn, answers *json.Decoder) (p Plan, err error) {
	dir, err := os.Getwd()
	if err == nil {
		err = json.NewEncoder(desk).Encode(Request{dir})
	}
	if err == nil {
		err = answers.Decode(&p)
	}
	return p, err
}

// A runner runs a package in groups.
type runner struct {
	args    arguments
	plan    Plan
	desk    net.Conn
	answers *json.Decoder
	signals *signals
	tests   []string
}

// groups runs the groups and prints what they have printed if they passed. It returns nil if the
// package is to run whole because it cannot be divided.
func (r *runner) groups() *Report {
	dir, err := os.MkdirTemp("", "skua-test-")
	if err != nil {
		return nil
	}
	defer os.RemoveAll(dir)
	r.tests = r.args.selected(r.names())
	groups := pack(r.tests, r.plan)
	if len(groups) < 2 || tooLong(r.tests) {
		return nil
	}
	all, err := prepare(r.args, groups, dir)
	if err != nil {
		return nil
	}
	passed := newShare(r.desk, len(all), func(i int) bool { return all[i].run(r.signals) }).all(r.answers)
	if passed {
		line, err := mergeCoverage(r.args, all)
		if err != nil || merge(os.Stdout, all, line) != nil {
			return nil
		}
	}
	return r.report(all)
}

// names are the names of the tests of the binary: those of the history, or those that it lists.
func (r *runner) names() (names []string) {
	if len(r.plan.Tests) > 0 {
		for name := range r.plan.Tests {
			names = append(names, name)
		}
		slices.Sort(names)
		return names
	}
	list := arguments{r.args.program, []string{"-test.list=^(Test|Fuzz|Example)"}}
	cmd := exec.Command(list.argv()[0], list.argv()[1:]...)
	var out bytes.Buffer
	cmd.Stdout = &out
	if r.signals.run(cmd) != nil {
		return nil
	}
	for line := range bytes.Lines(out.Bytes()) {
		if line = bytes.TrimSpace(line); testName.Match(line) {
			names = append(names, string(line))
		}
	}
	return names
}

// testName is the name of a test as -test.list prints it. A TestMain may print other lines.
var testName = regexp.MustCompile(`^(Test|Fuzz|Example)[\pL\pN_]*$`)

// report says how the groups went. The seconds of a group go to its tests in proportion to what
// they took before.
func (r *runner) report(all []*process) *Report {
	report := &Report{Tests: map[string]float64{}}
	weights := weigh(r.tests, r.plan.Tests)
	var took time.Duration
	for _, p := range all {
		took += p.took
		if p.err != nil {
			report.Failed = p.tests
		}
		for _, name := range p.tests {
			report.Tests[name] = p.took.Seconds() * weights[name] / p.weight
		}
	}
	report.Seconds = took.Seconds()
	last := all[len(all)-1]
	if len(r.plan.Tests) > 0 && last.took.Seconds() > 2*last.weight+r.plan.Grain {
		report.Tests = nil // the last group may have got many new tests
	}
	return report
}
