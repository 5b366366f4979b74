// Package report makes the results of the laboratory readable: Markdown, figures
// in SVG, and one page of HTML that needs nothing else. It is for the tool alone.
//
//	report.go    the files of a report         style.go   colours, fonts, sizes
//	markdown.go  text for repositories         draw.go    a figure: title, legend, plot
//	page.go      the page, from page.html      ticks.go   where axes have their ticks
//	words.go     numbers and dates as text     points.go  lines and points
//	                                           bars.go    bars in groups
//	script.go    exponents and indices         rows.go    timelines
package report
