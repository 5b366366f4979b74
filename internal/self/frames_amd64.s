//go:build !purego

#include "textflag.h"

// func frames(pcs *uintptr, most int) (n int)
TEXT ·frames(SB), NOSPLIT|NOFRAME, $0-24
	MOVQ pcs+0(FP), DI
	MOVQ most+8(FP), CX
	MOVQ (TLS), R8
	MOVQ 8(R8), R8  // the end of the stack
	SUBQ $16, R8
	MOVQ BP, AX
	MOVQ SP, SI
	XORL DX, DX
next:
	CMPQ DX, CX
	JGE  done
	CMPQ AX, SI
	JLS  done
	CMPQ AX, R8
	JHI  done
	MOVQ 8(AX), BX
	MOVQ BX, (DI)(DX*8)
	INCQ DX
	MOVQ AX, SI
	MOVQ (AX), AX
	JMP  next
done:
	MOVQ DX, n+16(FP)
	RET
