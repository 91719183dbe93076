// The learned score: the sum of a board's vectors, 256 numbers of 16 bits, and two layers of 32 units behind it.
//
// A warp scores 16 boards at once. Weights have 16 bits and matrices bytes, so a weight is taken apart as
// 128 · high + low, and there are two products for each; nothing is rounded. Bytes of a product may come in any
// order as long as both sides agree: here they come as the lanes have them, so that none is handed from lane to
// lane. `net.rs` lays out the weights for that.

#pragma once

#include "warp.h"

#define NET_SUM 256
#define NET_LAYER 32
// Boards that a warp scores at once; steps of a product over the sum; columns of units, eight in each.
#define NET_ROWS 16
#define NET_STEPS (NET_SUM / 32)
#define NET_TILES (NET_LAYER / 8)
// Entries of 16 bytes of a sum.
#define SUM_QUADS (NET_SUM / 8)

// For each lane and product: the bytes of the high parts, 8 of them, and of the low ones.
struct Net {
    uint4 first[NET_TILES][NET_STEPS][WARP_LANES];
    uint4 second[NET_TILES][1][WARP_LANES];
    int first_bias[NET_LAYER];
    int second_bias[NET_LAYER];
    int last[NET_LAYER];
    int last_bias;
    // What a move of the floor counts.
    int conflicts;
    int unused[2];
};

// Adds pairs of numbers of 16 bits, both of which wrap.
DEVICE u32 add_pairs(u32 a, u32 b) { return ((a + b) & 0xffff) | ((a + (b & 0xffff0000u)) & 0xffff0000u); }

DEVICE uint4 add_pairs(uint4 a, uint4 b) {
    return {add_pairs(a.x, b.x), add_pairs(a.y, b.y), add_pairs(a.z, b.z), add_pairs(a.w, b.w)};
}

// Four elements of a sum and what a slide adds to them, as the first layer takes them: divided by four and cut off.
DEVICE u32 activate(u32 a, u32 add_a, u32 b, u32 add_b) {
    return pack_bytes((int)((a + add_a) << 16) >> 18, (int)(a + (add_a & 0xffff0000u)) >> 18,
                      (int)((b + add_b) << 16) >> 18, (int)(b + (add_b & 0xffff0000u)) >> 18);
}

// What the lane of a warp gives to the product for rows g and g + 8: eight elements at each step, from 32 · step + 8t on.
DEVICE void gather(u32 (&in)[NET_STEPS][LANES][4], u32 l, u32 half, const uint4 *sum, const uint4 *slide) {
    const u32 t = LANE(l) & 3;
#pragma unroll
    for (u32 s = 0; s < NET_STEPS; s++) {
        const uint4 has = load(sum + 4 * s + t), adds = load(slide + 4 * s + t);
        in[s][l][half] = activate(has.x, adds.x, has.y, adds.y);
        in[s][l][2 + half] = activate(has.z, adds.z, has.w, adds.w);
    }
}

// One layer. A lane gets units 8 · tile + 2t and the one after it, of each tile, for rows g and g + 8: in the order in which
// the next layer takes them.
template <u32 COUNT>
DEVICE void layer(const uint4 (&weights)[NET_TILES][COUNT][WARP_LANES], const int *bias,
                  const u32 (&in)[COUNT][LANES][4], u32 (&out)[LANES][4]) {
#pragma unroll
    for (u32 pair = 0; pair < NET_TILES / 2; pair++) {
        int units[2][LANES][4];
#pragma unroll
        for (u32 i = 0; i < 2; i++) {
            const u32 tile = 2 * pair + i;
            int high[LANES][4] = {}, low[LANES][4] = {};
#pragma unroll
            for (u32 s = 0; s < COUNT; s++) {
                u32 high_bytes[LANES][2], low_bytes[LANES][2];
                EACH_LANE(l) {
                    const uint4 both = weights[tile][s][LANE(l)];
                    high_bytes[l][0] = both.x, high_bytes[l][1] = both.y;
                    low_bytes[l][0] = both.z, low_bytes[l][1] = both.w;
                }
                multiply(high, in[s], high_bytes);
                multiply(low, in[s], low_bytes);
            }
            EACH_LANE(l) {
                const int *own = bias + 8 * tile + 2 * (LANE(l) & 3);
#pragma unroll
                for (u32 c = 0; c < 4; c++) units[i][l][c] = (high[l][c] * 128 + low[l][c] + own[c & 1]) >> 12;
            }
        }
        EACH_LANE(l) {
            out[l][2 * pair] = pack_bytes(units[0][l][0], units[0][l][1], units[1][l][0], units[1][l][1]);
            out[l][2 * pair + 1] = pack_bytes(units[0][l][2], units[0][l][3], units[1][l][2], units[1][l][3]);
        }
    }
}

// What the units of the last layer add to the scores of rows g and g + 8.
DEVICE void last_layer(const Net &net, const u32 (&in)[LANES][4], int (&upper)[LANES], int (&lower)[LANES]) {
    EACH_LANE(l) {
        upper[l] = lower[l] = 0;
#pragma unroll
        for (u32 i = 0; i < 8; i++) {
            const int weight = net.last[8 * (i / 2) + 2 * (LANE(l) & 3) + i % 2];
            upper[l] += (int)(in[l][i / 4 * 2] >> 8 * (i % 4) & 255) * weight;
            lower[l] += (int)(in[l][i / 4 * 2 + 1] >> 8 * (i % 4) & 255) * weight;
        }
    }
    add_fours(upper);
    add_fours(lower);
}
