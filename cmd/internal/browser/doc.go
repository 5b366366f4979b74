// Package browser lets tests look at pages as a person's browser shows them: a headless Chromium of
// this machine, over its own protocol. Only tests import it.
//
//	browser.go  a browser and a page
//	ask.go      what a test asks of a page
//	mouse.go    … with the mouse, and in other sizes and on paper
package browser
