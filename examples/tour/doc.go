// Package tour holds the programs of docs/tour.md, one a folder.
package tour
