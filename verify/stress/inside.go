package main

import (
	"reflect"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/fork"
	"github.com/skua-go/skua/internal/sched"
)

// core returns what is behind the facade of a pool.
//
// SAFETY: the field is a *sched.Pool that never changes.
func core(p *skua.Pool) *sched.Pool {
	return (*sched.Pool)(reflect.ValueOf(p).Elem().FieldByName("core").UnsafePointer())
}

// job returns the run that the worker works for.
//
// SAFETY: the fields are a frame's, set once, before anybody has the frame.
func job(w *skua.Worker) *crew.Job {
	stack := reflect.ValueOf(w).Elem().FieldByName("stack").Elem()
	return (*fork.Stack)(stack.FieldByName("core").UnsafePointer()).Worker().Job
}
