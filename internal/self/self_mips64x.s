//go:build !purego && (mips64 || mips64le)

#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVV g, ret+0(FP)
	RET
