//go:build !unix

package remote

import "syscall"

func detached() *syscall.SysProcAttr { return nil }

func isBrokenPipe(error) bool { return false }

func isFull(error) bool { return false }

func catchPipe() (stop func()) { return func() {} }
