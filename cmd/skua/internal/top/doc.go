// Package top is the command skua top, which shows in a terminal what a dashboard shows in a browser.
//
//	top.go     the command
//	read.go    frames of a dashboard: one, or as they come
//	screen.go  the terminal: keys, and how frames get on it
//	draw.go    a frame in lines of text
//	tables.go  … its tables
//	bars.go    … its bars
package top
