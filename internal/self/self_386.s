//go:build !purego

#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-4
	MOVL TLS, AX
	MOVL 0(AX)(TLS*1), AX
	MOVL AX, ret+0(FP)
	RET
