//go:build !wasm

package browser

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Go opens an address.
func (p *Page) Go(url string) {
	p.t.Helper()
	run(p, "open "+url, chromedp.Navigate(url))
}

// Theme lets the system's be "light" or "dark".
func (p *Page) Theme(theme string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	})
}

// Freeze stops all that the page does, as a browser does with a tab that nobody looks at.
func (p *Page) Freeze() {
	p.t.Helper()
	call(p, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: page.SetWebLifecycleStateStateFrozen})
}

// Thaw lets the page go on, and shows it: to be frozen it was hidden, and a browser shows a page only
// when the user comes back to it from another one.
func (p *Page) Thaw() {
	p.t.Helper()
	call(p, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: page.SetWebLifecycleStateStateActive})
	other, err := chromedp.CallBrowser(p.ctx, target.CreateTarget, target.CreateTargetParams{URL: "about:blank"})
	if err != nil {
		p.t.Fatalf("open another page: %v", err)
	}
	call(p, page.BringToFront, cdp.Empty{})
	if _, err := chromedp.CallBrowser(p.ctx, target.CloseTarget, target.CloseTargetParams(other)); err != nil {
		p.t.Fatalf("close another page: %v", err)
	}
	p.Await(`document.visibilityState === "visible"`)
}

// keys are those that are no letters.
var keys = map[string]string{"left": kb.ArrowLeft, "right": kb.ArrowRight, "up": kb.ArrowUp, "down": kb.ArrowDown, "tab": kb.Tab, "escape": kb.Escape}

// Press presses a key: a letter; or left, right, up, down, tab or escape.
func (p *Page) Press(key string) {
	p.t.Helper()
	if named, ok := keys[key]; ok {
		key = named
	}
	run(p, "press a key", chromedp.KeyEvent(key))
}

// Text is what an expression of JavaScript gives, as text.
func (p *Page) Text(expression string) string {
	p.t.Helper()
	return run(p, expression, chromedp.Evaluate[string]("String("+expression+")"))
}

// Await waits until an expression of JavaScript is true.
func (p *Page) Await(expression string) {
	p.t.Helper()
	for end := time.Now().Add(Patience); !run(p, expression, chromedp.Evaluate[bool]("Boolean("+expression+")")); {
		if time.Now().After(end) {
			p.t.Fatalf("it does not come true that %s; the page says: %.2000s; faults: %s", expression, p.Text("document.body.innerText"), strings.Join(p.Faults(), "; "))
		}
		time.Sleep(20 * time.Millisecond) // between two looks
	}
}

// Picture returns the whole page as PNG. It also writes name.png into the folder that the
// environment's SKUA_PICTURES names, for people who want to see what the tests saw.
func (p *Page) Picture(name string) []byte {
	p.t.Helper()
	png := run(p, "take a picture", chromedp.FullScreenshot(100))
	if dir := os.Getenv("SKUA_PICTURES"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
			p.t.Errorf("%v", err)
		}
	}
	return png
}
