//go:build !wasm

package browser

import (
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

// Hover moves the mouse to a place of the page.
func (p *Page) Hover(x, y float64) {
	p.t.Helper()
	p.mouse(input.DispatchMouseEventTypeMouseMoved, "", x, y)
}

// Drag presses the mouse at one place, moves it to another and lets it go; if both are the same,
// that is a click.
func (p *Page) Drag(x0, y0, x1, y1 float64) {
	p.t.Helper()
	p.Hover(x0, y0)
	p.mouse(input.DispatchMouseEventTypeMousePressed, input.MouseButtonLeft, x0, y0)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, input.MouseButtonLeft, (x0+x1)/2, (y0+y1)/2)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, input.MouseButtonLeft, x1, y1)
	p.mouse(input.DispatchMouseEventTypeMouseReleased, input.MouseButtonLeft, x1, y1)
}

func (p *Page) mouse(kind input.DispatchMouseEventType, button input.MouseButton, x, y float64) {
	p.t.Helper()
	call(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, Button: button, X: x, Y: y, ClickCount: 1})
}

// Resize changes the size of the page.
func (p *Page) Resize(width, height int) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: int64(width), Height: int64(height), DeviceScaleFactor: 1})
}

// Print shows the page as on paper, while the system's theme is that one.
func (p *Page) Print(theme string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	})
}
