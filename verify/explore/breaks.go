package main

import (
	"strings"

	"github.com/skua-go/skua/verify/overlay"
)

// breaks says which numbered invariants or rules a fault breaks: of the package that it is planted in or,
// after a colon, of another. It has the faults whose comment or code says so.
var breaks = map[string]string{
	// internal/fork/doc.go and internal/fork/stack.go
	"early-read":                      "R1",
	"done-not-cleared":                "R1 I6",
	"failure-after-done":              "R1",
	"argument-before-gate":            "internal/fork:R2",
	"fork-on-a-public-frame-not-seen": "R2",
	"told-and-not-reclaimed":          "R2 R4",
	"reclaim-without-freezing":        "R3",
	"join-out-of-order-not-seen":      "R4",
	"done-before-reclaim":             "internal/fork:R5",
	"failure-before-settling":         "R6",
	"call-panics-and-leaves-forks":    "R7",
	"join-panics-and-leaves-forks":    "R7",
	"loop-panics-and-leaves-forks":    "internal/fork:R7",
	"request-lost-in-expose":          "R8",
	"request-taken-back-unanswered":   "R8",
	"crossing-without-base":           "R9 I5",
	"no-mirror":                       "I1",
	"exposes-at-a-stale-age":          "I1",
	// internal/sleep, doc.go
	"second-token-kept":              "S1 S3",
	"no-look-at-the-counter":         "S4",
	"withdraws-after-a-post":         "S4",
	"last-searcher-remembers-none":   "S5",
	"last-of-several-remembers-none": "S5",
	"waker-leaves-no-word":           "S5",
	// internal/crew
	"callers-bring-no-token":    "C1",
	"callers-leave-their-token": "C1",
	"smaller-forgets-callers":   "C1",
	"error-after-flag":          "J3",
	// internal/line
	"line-lets-all-in":              "L1",
	"seat-handed-and-freed":         "L1",
	"seat-lost-by-who-gives-up":     "L1",
	"seat-lost-when-closed":         "internal/line:L1",
	"scope-wakes-who-has-a-seat":    "L3",
	"cancelled-after-the-hand-over": "L3",
	// internal/loop, and internal/indices
	"loop-maker-does-not-wait":     "L2",
	"group-keeps-its-sum":          "internal/loop:L2",
	"group-takes-its-sum-twice":    "internal/loop:L2",
	"loop-part-of-another":         "L3 P1",
	"loop-used-again-too-early":    "L3 P1",
	"loop-part-left-behind":        "N2",
	"range-steal-by-store":         "I2",
	"range-take-by-store":          "I2",
	"range-return-by-store":        "I2",
	"range-thief-takes-lower-half": "I3",
	"cursor-reserve-by-store":      "I2",
	// internal/spawn, and internal/views
	"ended-before-it-ran":              "S1",
	"limit-forgets-forks-left-behind":  "S2",
	"limit-forgets-scopes-left-behind": "S2",
	"first-task-not-admitted":          "I3",
	"unlisted-outside-the-lock":        "B1",
	"unlisted-with-tasks":              "B1",
	"first-task-not-posted":            "B3",
	"taken-with-a-task":                "I4",
	"batch-loses-one":                  "O3",
	"maker-parks-by-store":             "I1",
	"waiter-listed-late":               "I2",
	"queue-unattended":                 "B5",
	"arrived-unattended":               "B5",
	"views-kept-by-a-thief":            "V3",
	"views-dropped-at-a-join":          "internal/views:V1",
	// deque, by the file of the fault, and span
	"abp-no-tag":                       "I2",
	"abp-tag-of-one-bit":               "I2",
	"abp-resets-top-first":             "I2",
	"abp-bottom-lowered-late":          "I3",
	"chaselev-bottom-lowered-late":     "I3",
	"chaselev-last-without-cas":        "I3",
	"chaselev-thief-clears":            "I2",
	"chaselev-ring-before-copies":      "I4",
	"split-exposed-stays-private":      "I1",
	"split-exposes-youngest":           "I2",
	"split-exposes-beyond-slots":       "I2",
	"split-thief-clears":               "I2",
	"split-last-without-cas":           "I4",
	"split-bottom-lowered-late":        "I4",
	"split-slots-not-cleared":          "I5",
	"split-clears-request-late":        "I6",
	"stealhalf-no-owner-tag":           "I2",
	"stealhalf-thief-clears":           "I6",
	"locked-batch-counts-after-unlock": "I3",
	"stealing-leaves-with-its-chunk":   "span:S1",
	"stealing-counts-after-stealing":   "S2",
	"stealing-fills-before-counting":   "S2",
	"stealing-leaves-and-wakes-nobody": "S3",
	"stealing-wakes-before-it-leaves":  "S3",
	"stealing-leaves-with-a-cut-unit":  "S1",
	"stealing-orphan-adopted-twice":    "S1",
}

// breaksOf returns the invariants that a fault is known to break, each as its number or package:number.
func breaksOf(f overlay.Fault) []string { return strings.Fields(breaks[f.Name]) }
