// What the number of cells decides: how sets of cells and boards are packed. Kernels are compiled
// twice, for boards of up to 25 cells and, as WIDE, for those of up to 36.

#pragma once

#include "portable.h"

#ifdef WIDE

#define MOST_CELLS 36
// Most patterns in a sum, most sums, and the bits that name a pattern.
#define PATTERNS 6
#define SUMS 4
#define PATTERN_BITS 3
// Cells that a slide down can start from, and ways to fill the cells it passes.
#define LOWS 34
#define BETWEENS 32
// One more than a pattern's most tiles.
#define BELOW 8
// Sets with more regions have all from the fourth on as one.
#define REGION_BITS 2
#define REGIONS_PER_WORD 16
#define TILE_BITS 6
#define TILES_PER_WORD 5
#define BOARD_WORDS 7
// Sums whose values share a word.
#define SUMS_PER_WORD 2
#define DEALT_WORDS 5
#define NUMBER_WORDS 5
typedef u64 Mask;
#define NAMED(NAME) wide_##NAME

#else

#define MOST_CELLS 25
#define PATTERNS 4
#define SUMS 6
#define PATTERN_BITS 2
#define LOWS 22
#define BETWEENS 16
#define BELOW 9
#define REGION_BITS 3
#define REGIONS_PER_WORD 10
#define TILE_BITS 5
#define TILES_PER_WORD 6
#define BOARD_WORDS 4
#define SUMS_PER_WORD 4
#define DEALT_WORDS 2
#define NUMBER_WORDS 4
typedef u32 Mask;
#define NAMED(NAME) NAME

#endif

// The last cell of the largest board: its tile is what the others leave.
#define LAST (MOST_CELLS - 1)
#define CELL_BYTES ((MOST_CELLS + 3) & ~3)

DEVICE Mask cell_bit(u32 cell) { return (Mask)1 << cell; }
