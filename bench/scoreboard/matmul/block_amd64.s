#include "textflag.h"

// func addBlock(c, a, b *int32, side int)
//
// A row of c is 32 numbers, which stay in Y0 to Y3 while all rows of b are added to it, each
// times a number of the row of a.
TEXT ·addBlock(SB), NOSPLIT, $0-32
	MOVQ c+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DX
	MOVQ side+24(FP), R8
	SHLQ $2, R8            // bytes from a row to the next
	MOVQ $32, CX           // rows of a and c

row:
	VMOVDQU (DI), Y0
	VMOVDQU 32(DI), Y1
	VMOVDQU 64(DI), Y2
	VMOVDQU 96(DI), Y3
	MOVQ    DX, R9         // a row of b
	XORQ    R10, R10       // its number

term:
	VPBROADCASTD (SI)(R10*4), Y4
	VPMULLD      (R9), Y4, Y5
	VPMULLD      32(R9), Y4, Y6
	VPMULLD      64(R9), Y4, Y7
	VPMULLD      96(R9), Y4, Y8
	VPADDD       Y5, Y0, Y0
	VPADDD       Y6, Y1, Y1
	VPADDD       Y7, Y2, Y2
	VPADDD       Y8, Y3, Y3
	ADDQ         R8, R9
	INCQ         R10
	CMPQ         R10, $32
	JLT          term

	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	ADDQ    R8, DI
	ADDQ    R8, SI
	DECQ    CX
	JNZ     row
	VZEROUPPER
	RET
