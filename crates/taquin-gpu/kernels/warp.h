// What the lanes of a warp do together: products of small matrices, and sums.
//
// Code for a warp keeps what its lanes hold in arrays of LANES. On a device each thread is a lane and holds one
// entry; on a host one thread is the whole warp and holds all of them, so that where each lane's part of a
// matrix lies is tried there too.

#pragma once

#include "portable.h"

#define WARP_LANES 32

#ifdef __CUDACC__

#define LANES 1
#define LANE(l) (threadIdx.x & (WARP_LANES - 1))
#define WARP ((BLOCK * THREADS + THREAD) / WARP_LANES)
#define WARPS (BLOCKS * THREADS / WARP_LANES)

#else

#define LANES WARP_LANES
#define LANE(l) (l)
#define WARP BLOCK
#define WARPS BLOCKS

#endif

#define EACH_LANE(l) for (u32 l = 0; l < LANES; l++)

// Adds to c, 16 rows of 8, the product of a, 16 rows of 32 bytes, and b, 32 rows of 8 bytes with a sign.
//
// With g = lane / 4 and t = lane % 4: a[0] is row g, from column 4t on; a[1] row g + 8; a[2] and a[3] are the same
// rows 16 columns further. b[0] is column g, from row 4t on, b[1] 16 rows further. c[0] and c[1] are row g,
// columns 2t and 2t + 1; c[2] and c[3] row g + 8.
DEVICE void multiply(int (&c)[LANES][4], const u32 (&a)[LANES][4], const u32 (&b)[LANES][2]) {
#ifdef __CUDACC__
    asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(c[0][0]), "+r"(c[0][1]), "+r"(c[0][2]), "+r"(c[0][3])
        : "r"(a[0][0]), "r"(a[0][1]), "r"(a[0][2]), "r"(a[0][3]), "r"(b[0][0]), "r"(b[0][1]));
#else
    short rows[16][32], columns[8][32];
    EACH_LANE(l) {
        for (u32 k = 0; k < 8; k++) {
            const u32 part = k / 4, byte = k % 4, at = 16 * part + 4 * (l % 4) + byte;
            rows[l / 4][at] = (u8)(a[l][2 * part] >> 8 * byte);
            rows[l / 4 + 8][at] = (u8)(a[l][2 * part + 1] >> 8 * byte);
            columns[l / 4][at] = (signed char)(b[l][part] >> 8 * byte);
        }
    }
    EACH_LANE(l) {
        for (u32 i = 0; i < 4; i++) {
            const short *row = rows[l / 4 + i / 2 * 8], *column = columns[l % 4 * 2 + i % 2];
            for (u32 k = 0; k < 32; k++) c[l][i] += row[k] * column[k];
        }
    }
#endif
}

// Every lane gets the sum over its four, which begin at a multiple of four.
DEVICE void add_fours(int (&x)[LANES]) {
#ifdef __CUDACC__
    x[0] += __shfl_xor_sync(0xffffffffu, x[0], 1);
    x[0] += __shfl_xor_sync(0xffffffffu, x[0], 2);
#else
    for (u32 l = 0; l < LANES; l += 4) {
        const int sum = x[l] + x[l + 1] + x[l + 2] + x[l + 3];
        x[l] = x[l + 1] = x[l + 2] = x[l + 3] = sum;
    }
#endif
}

// Four numbers as bytes, the first lowest; below 0 is 0 and above 255 is 255.
DEVICE u32 pack_bytes(int a, int b, int c, int d) {
#ifdef __CUDACC__
    u32 high, all;
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(high) : "r"(d), "r"(c), "r"(0));
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(all) : "r"(b), "r"(a), "r"(high));
    return all;
#else
    const int numbers[4] = {a, b, c, d};
    u32 all = 0;
    for (u32 i = 0; i < 4; i++) {
        const int x = numbers[i];
        all |= (u32)(x < 0 ? 0 : x > 255 ? 255 : x) << 8 * i;
    }
    return all;
#endif
}
