//go:build !wasm

package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Patience is how long a test waits for what a page is to do before it gives up: far longer than
// anything takes.
const Patience = 60 * time.Second

// T is what this package needs of a test. Package testing itself is for test files alone.
type T interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	TempDir() string
}

// ErrNone says that this machine has no browser.
var ErrNone = errors.New("needs a browser: none of chromium, chromium-browser and google-chrome is installed")

// Find returns the path of this machine's browser. One that is installed may be unable to start, for
// want of a library or of a right: then Find says what it said.
var Find = sync.OnceValues(func() (string, error) {
	err := ErrNone
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, missing := exec.LookPath(name)
		if missing != nil {
			continue
		}
		if err = start(path); err == nil {
			return path, nil
		}
	}
	return "", err
})

// start lets the browser at path show an empty page, once.
func start(path string) error {
	profile, err := os.MkdirTemp("", "skua-browser-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(profile)
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--headless", "--disable-gpu", "--user-data-dir="+profile, "--dump-dom", "about:blank")
	if asRoot() {
		cmd.Args = append(cmd.Args, "--no-sandbox")
	}
	var said bytes.Buffer
	cmd.Stderr, cmd.WaitDelay = &said, Patience
	page, err := cmd.Output()
	if err == nil && !bytes.Contains(page, []byte("<body>")) {
		err = errors.New("it shows no page")
	}
	if err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return fmt.Errorf("needs a browser that starts: %s: %w: %s", path, err, lines[len(lines)-1])
	}
	return nil
}

// asRoot tells whether the browser runs as root: Chromium refuses to have a sandbox then.
func asRoot() bool { return os.Getuid() == 0 }

// Page is one page in a browser of its own.
type Page struct {
	t   T
	ctx context.Context

	mu     sync.Mutex
	faults []string // errors of the page's scripts, and what it was not allowed
	asked  []string // addresses that it asked for
}

// Open starts the browser at path with an empty page of that size. It ends with the test.
func Open(t T, path string, width, height int) *Page {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(width, height),
		chromedp.WSURLReadTimeout(Patience)) // until it listens: 20 s otherwise
	if asRoot() {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, endBrowser := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, endPage := chromedp.NewContext(ctx)
	p := &Page{t: t, ctx: ctx}
	t.Cleanup(func() {
		endPage()
		endBrowser() // and waits until it has ended
	})
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatalf("start the browser: %v", err)
	}
	call(p, network.Enable, network.EnableParams{})
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: int64(width), Height: int64(height), DeviceScaleFactor: 1})
	return p
}

// hear keeps what the browser tells of the page.
func (p *Page) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, fault(e.ExceptionDetails))
	case *log.EventEntryAdded:
		// A connection that is lost is for the page to show.
		if e.Entry.Level == log.EntryLevelError && !strings.Contains(e.Entry.Text, "net::ERR_") {
			p.faults = append(p.faults, fmt.Sprintf("%s (%s)", e.Entry.Text, e.Entry.URL))
		}
	case *network.EventRequestWillBeSent:
		p.asked = append(p.asked, e.Request.URL)
	}
}

func fault(d *runtime.ExceptionDetails) string {
	if d.Exception != nil && d.Exception.Description != "" {
		return d.Text + " " + d.Exception.Description
	}
	return d.Text
}

// run lets the browser do something, or fails the test.
func run[R any](p *Page, what string, action chromedp.Action[R]) R {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Patience)
	defer cancel()
	r, err := chromedp.Run(ctx, action)
	if err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
	return r
}

// call sends the browser a command of its protocol, or fails the test.
func call[P, R any](p *Page, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	return run(p, command.Method, func(ctx context.Context, t *chromedp.Target) (R, error) {
		return cdp.Call(ctx, t, command, params)
	})
}

// Faults are errors of the page's scripts up to now, and what the browser did not allow them.
func (p *Page) Faults() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.faults...)
}

// Asked are the addresses that the page has asked for up to now.
func (p *Page) Asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.asked...)
}
