// A pattern's state, one slide at a time.
//
// The cells that a pattern's tiles lie in are a mask. Its number among all masks with as many bits
// (`rank`, colexicographic) and the tiles along these cells (`order`, three bits a tile, the tile in
// the smallest cell lowest) follow a slide without looking at the board.

#pragma once

#include "portable.h"

#include "width.h"

// Entries of the table of changes to a rank: slides down, then slides to the right.
#define DOWN (LOWS * BETWEENS * BELOW)
#define STEPS (DOWN + (MOST_CELLS - 1) * BELOW)

// Entries of the tables that number an order by its first four tiles and by the others.
#define FRONT 4096
#define BACK 4096

// Where patterns of so many tiles have their states.
struct Layout {
    // By rank: the first row, then for each cell which of the set's regions it is in.
    const uint4 *sets;
    // What the first four tiles of an order and the others add to its number.
    const u16 *front;
    const u8 *back;
    // Words of 32 bits in a row.
    u32 words;
    u32 tiles;
};

struct Pattern {
    // One bit a state, the second of its value; rows of orders.
    const u32 *table;
    const uint4 *sets;
    u32 words;
    // Where a block keeps `front` and then `back` of its layout, in bytes.
    u32 small;
};

// A board and the sums of tables over it.
struct Rules {
    Layout layouts[2];
    Pattern patterns[24];
    // Changes of rank, see STEPS.
    const u32 *steps;
    // By state of the automaton and move: the next state, and from bit 16 the moves it allows.
    const u32 *automaton;
    u32 rows;
    u32 cols;
    u32 cells;
    // How many sums there are. Where a kernel mirrors, every other one looks at the board mirrored at
    // its diagonal.
    u32 sums;
    u32 layout_count;
    // The blank's place in the goal; it stands for the blank among tiles.
    u32 blank;
    // By sum: the place of its first pattern among all, and how many there are in all.
    u32 first[6];
    u32 states;
    u32 unused;
    // By sum, DEALT_WORDS each: the patterns of the tiles; tiles are known by their homes.
    u32 dealt[20];
    // By sum and home, NUMBER_WORDS each, four bits a tile: its number in its pattern.
    u32 number[24];
};

struct Placed {
    u32 order;
    u32 rank;
};

// What a slide makes of a state, between cell `low` and the next cell to the right or, if `upright`,
// below; `grows` if the tile goes there from `low`. `mask` has the tile's cell before.
DEVICE Placed slide(Placed at, Mask mask, u32 low, bool upright, bool grows, u32 cols, const u32 *steps) {
    const u32 below = count_bits(mask & (cell_bit(low) - 1));
    // A tile that slides up or down passes those in the cells between.
    const u32 between = upright ? (u32)(mask >> (low + 1)) & ((1u << (cols - 1)) - 1) : 0;
    const u32 step = steps[(upright ? (low * BETWEENS + between) * BELOW : DOWN + low * BELOW) + below];
    at.rank += grows ? step : 0u - step;
    const u32 passed = 3 * count_bits(between);
    const u32 ones = (8u << passed) - 1;
    const u32 window = at.order >> 3 * below & ones;
    const u32 turned = grows ? window >> 3 | (window & 7) << passed : (window << 3 & ones) | window >> passed;
    at.order ^= (window ^ turned) << 3 * below;
    return at;
}

// The region of a cell in an entry of `sets`.
DEVICE u32 region(uint4 set, u32 cell) {
    const u32 third = cell / REGIONS_PER_WORD;
    const u32 word = third == 0 ? set.y : third == 1 ? set.z : set.w;
    return word >> REGION_BITS * (cell - REGIONS_PER_WORD * third) & ((1u << REGION_BITS) - 1);
}

// The table's bit of a state with the blank in this cell; `shared` is the block's fast memory.
DEVICE u32 bit(const Pattern &pattern, const u8 *shared, Placed at, u32 blank) {
    const uint4 set = load(pattern.sets + at.rank);
    const u16 *front = (const u16 *)(shared + pattern.small);
    const u8 *back = shared + pattern.small + 2 * FRONT;
    const u32 number = front[at.order & (FRONT - 1)] + back[at.order >> 12];
    const u64 row = set.x + region(set, blank);
    return load(pattern.table + row * pattern.words + (number >> 5)) >> (number & 31) & 1;
}

// Whether the value after a slide is one more, not one less; `before` is the last value's two low bits.
DEVICE u32 rises(u32 before, u32 bit) {
    return ((before + 1) >> 1 & 1) == bit;
}
