//go:build !purego

#include "textflag.h"

// func frames(pcs *uintptr, most int) (n int)
TEXT ·frames(SB), NOSPLIT|NOFRAME, $0-24
	MOVD pcs+0(FP), R0
	MOVD most+8(FP), R1
	MOVD 8(g), R2  // the end of the stack
	SUB  $16, R2
	MOVD R29, R3
	MOVD RSP, R4
	SUB  $16, R4   // a frame's pointer is below the stack pointer
	MOVD $0, R5
next:
	CMP  R1, R5
	BGE  done
	CMP  R4, R3
	BLS  done
	CMP  R2, R3
	BHI  done
	MOVD 8(R3), R6
	MOVD R6, (R0)(R5<<3)
	ADD  $1, R5
	MOVD R3, R4
	MOVD (R3), R3
	JMP  next
done:
	MOVD R5, n+16(FP)
	RET
