// A board as a search follows it: for each sum two planes that deal the cells to patterns, and for
// each pattern its state. The tiles themselves are nowhere; orders and planes tell them.

#pragma once

#include "slide.h"

// A board to search below, packed.
struct Item {
    // Tiles by their homes; that of the LAST cell is what is left.
    u32 board[BOARD_WORDS];
    // Two low bits of the value of each pattern of the first SUMS_PER_WORD sums.
    u32 values;
    // For each sum five bits: half of what the threshold leaves above g + h.
    u32 slack;
    // State of the automaton; from bit 16 the moves that the threshold leaves.
    u32 state;
    // Moves that are not to be made, and DEAD; from bit 8 the values of the other sums, unless wide.
    u32 back;
#ifdef WIDE
    u32 more;
#endif
};

// The item is another one's double.
#define DEAD 0x80000000u

// Moves of the blank: up, left, right, down; two that undo each other add up to 3.
#define MOVES 4

// A block's copy of what every node needs.
struct Block {
    Rules rules;
    u32 binomial[MOST_CELLS * BELOW];
    u8 mirror[CELL_BYTES];
    u8 legal[CELL_BYTES];
    // By pattern and number: the tile's home, for the first sum.
    u8 home[PATTERNS * 8];
    u32 steps[STEPS];
    // Then `front` and `back` of each layout, and the states of each thread.
};

DEVICE u32 align16(u32 bytes) { return (bytes + 15) & ~15u; }

// Bytes of fast memory before the threads' states.
DEVICE u32 small_bytes(u32 layouts) { return align16(sizeof(Block)) + layouts * (FRONT * 2 + BACK); }

#define VALUES_SHIFT 8
#define SLACK_BITS 5
#define SLACK_MASK 31u

// A byte for each pattern.
#ifdef WIDE
typedef u64 Counts;
#else
typedef u32 Counts;
#endif

DEVICE u32 nibble(const u32 *words, u32 i) { return words[i >> 3] >> 4 * (i & 7) & 15; }
#ifdef WIDE
DEVICE u32 dealt_to(const u32 *words, u32 i) { return nibble(words, i); }
DEVICE u32 other_values(const Item &item) { return item.more; }
DEVICE void set_back(Item &item, u32 moves, u32 others) {
    item.back = moves;
    item.more = others;
}
#else
DEVICE u32 dealt_to(const u32 *words, u32 i) { return words[i >> 4] >> 2 * (i & 15) & 3; }
DEVICE u32 other_values(const Item &item) { return item.back >> VALUES_SHIFT & 0xffff; }
DEVICE void set_back(Item &item, u32 moves, u32 others) { item.back = moves | others << VALUES_SHIFT; }
#endif

// Fills a block's fast memory.
DEVICE void prepare(u8 *shared, const Rules *rules) {
    Block &block = *(Block *)shared;
    const u32 words = sizeof(Rules) / 4;
    for (u32 i = THREAD; i < words; i += THREADS) ((u32 *)&block.rules)[i] = ((const u32 *)rules)[i];
    BARRIER();
    const Rules &r = block.rules;
    for (u32 i = THREAD; i < STEPS; i += THREADS) block.steps[i] = r.steps[i];
    for (u32 i = THREAD; i < MOST_CELLS * BELOW; i += THREADS) {
        const u32 n = i / BELOW, k = i % BELOW;
        u64 c = 1;
        for (u32 j = 0; j < k; j++) c = n < k ? 0 : c * (n - j) / (j + 1);
        block.binomial[i] = (u32)c;
    }
    for (u32 c = THREAD; c < r.cells; c += THREADS) {
        const u32 row = c / r.cols, col = c % r.cols;
        block.mirror[c] = (u8)(col * r.cols + row);
        block.legal[c] = (u8)((row > 0) | (col > 0) << 1 | (col + 1 < r.cols) << 2 | (row + 1 < r.rows) << 3);
        if (c != r.blank) block.home[dealt_to(r.dealt, c) * 8 + nibble(r.number, c)] = (u8)c;
    }
    u8 *small = shared + align16(sizeof(Block));
    for (u32 l = 0; l < r.layout_count; l++) {
        u16 *front = (u16 *)(small + l * (FRONT * 2 + BACK));
        u8 *back = (u8 *)(front + FRONT);
        for (u32 i = THREAD; i < FRONT; i += THREADS) front[i] = r.layouts[l].front[i];
        for (u32 i = THREAD; i < BACK; i += THREADS) back[i] = r.layouts[l].back[i];
    }
    BARRIER();
}

DEVICE u32 tile(const u32 *board, u32 cell) {
    const u32 word = cell / TILES_PER_WORD;
    u32 bits = board[0];
#pragma unroll
    for (u32 w = 1; w < BOARD_WORDS; w++) bits = w == word ? board[w] : bits;
    return bits >> TILE_BITS * (cell - TILES_PER_WORD * word) & ((1u << TILE_BITS) - 1);
}

DEVICE void put(u32 *board, u32 cell, u32 tile) {
    const u32 word = cell / TILES_PER_WORD, shift = TILE_BITS * (cell - TILES_PER_WORD * word);
    // The last cell is not kept.
#pragma unroll
    for (u32 w = 0; w < BOARD_WORDS; w++)
        if (w == word) board[w] = (board[w] & ~(((1u << TILE_BITS) - 1) << shift)) | tile << shift;
}

// The tile of the LAST cell: all others are known.
DEVICE u32 last_tile(const u32 *board) {
    u32 sum = 0;
#pragma unroll 1
    for (u32 c = 0; c < LAST; c++) sum += tile(board, c);
    return MOST_CELLS * LAST / 2 - sum;
}

// Where the blank goes by a move, on the board and on the mirrored board.
DEVICE int offset(u32 move, int cols) { return move == 0 ? -cols : move == 1 ? -1 : move == 2 ? 1 : cols; }
DEVICE int mirrored_offset(u32 move, int cols) { return move == 0 ? -1 : move == 1 ? -cols : move == 2 ? cols : 1; }

// The node that a thread is at: S sums; COLS columns, or 0 if only the rules know; every other sum
// mirrored if MIRROR.
template <int S, int COLS, bool MIRROR>
struct Node {
    Mask plane[S][PATTERN_BITS];
    u32 values[2], slack, blank, mirrored_blank, left;
    // Orders and ranks of all patterns; those of a thread are THREADS words apart.
    u32 *placed;

    DEVICE_METHOD static bool is_mirrored(int s) { return MIRROR && s % 2 == 1; }
    DEVICE_METHOD static u32 cols(const Rules &r) { return COLS ? COLS : r.cols; }
    DEVICE_METHOD u32 &order(const Rules &r, int s, u32 k) { return placed[2 * (r.first[s] + k) * THREADS]; }
    DEVICE_METHOD u32 &rank(const Rules &r, int s, u32 k) { return placed[(2 * (r.first[s] + k) + 1) * THREADS]; }

    DEVICE_METHOD void load(const Block &block, const Item &item) {
        const Rules &r = block.rules;
        values[0] = item.values;
        values[1] = other_values(item);
        slack = item.slack;
        left = item.state >> 16;
        blank = 0;
#pragma unroll 1
        for (u32 i = 0; i < 2 * r.states; i++) placed[i * THREADS] = 0;
        const u32 last = r.cells == MOST_CELLS ? last_tile(item.board) : 0;
#pragma unroll
        for (int s = 0; s < S; s++) {
#pragma unroll
            for (int p = 0; p < PATTERN_BITS; p++) plane[s][p] = 0;
            Counts counts = 0;
#pragma unroll 1
            for (u32 c = 0; c < r.cells; c++) {
                const u32 cell = is_mirrored(s) ? block.mirror[c] : c;
                const u32 found = cell == LAST ? last : tile(item.board, cell);
                if (found == r.blank) {
                    if (s == 0) blank = c;
                    continue;
                }
                const u32 home = is_mirrored(s) ? block.mirror[found] : found;
                const u32 k = dealt_to(r.dealt + s * DEALT_WORDS, home);
                const u32 count = (u32)(counts >> 8 * k) & 255;
                order(r, s, k) |= nibble(r.number + s * NUMBER_WORDS, home) << 3 * count;
                rank(r, s, k) += block.binomial[c * BELOW + count + 1];
                counts += (Counts)1 << 8 * k;
#pragma unroll
                for (int p = 0; p < PATTERN_BITS; p++) plane[s][p] |= (Mask)(k >> p & 1) << c;
            }
        }
        mirrored_blank = MIRROR ? block.mirror[blank] : 0;
    }

    // The board, from the first sum, which is never mirrored.
    DEVICE_METHOD void store(const Block &block, u32 *board) {
        Counts counts = 0;
#pragma unroll
        for (u32 w = 0; w < BOARD_WORDS; w++) board[w] = 0;
#pragma unroll 1
        for (u32 c = 0; c < block.rules.cells; c++) {
            u32 home = block.rules.blank;
            if (c != blank) {
                const u32 k = pattern(0, c);
                const u32 count = (u32)(counts >> 8 * k) & 255;
                home = block.home[k * 8 + (order(block.rules, 0, k) >> 3 * count & 7)];
                counts += (Counts)1 << 8 * k;
            }
            put(board, c, home);
        }
    }

    // The pattern of the tile in a cell.
    DEVICE_METHOD u32 pattern(int s, u32 cell) const {
        u32 k = 0;
#pragma unroll
        for (int p = 0; p < PATTERN_BITS; p++) k |= (u32)(plane[s][p] >> cell & 1) << p;
        return k;
    }

    // The mask of a pattern's cells.
    DEVICE_METHOD Mask mask(int s, u32 k, u32 empty) const {
        Mask cells = ~cell_bit(empty);
#pragma unroll
        for (int p = 0; p < PATTERN_BITS; p++) cells &= k >> p & 1 ? plane[s][p] : ~plane[s][p];
        return cells;
    }

    DEVICE_METHOD void move_planes(int s, u32 k, u32 from, u32 to) {
        const Mask keep = ~(cell_bit(from) | cell_bit(to));
#pragma unroll
        for (int p = 0; p < PATTERN_BITS; p++) plane[s][p] = (plane[s][p] & keep) | (Mask)(k >> p & 1) << to;
    }
};

// Whether a move of the blank is along a column, and whether its tile goes to a greater cell.
DEVICE bool is_upright(u32 move, bool mirrored) { return (move == 0 || move == 3) != mirrored; }
DEVICE bool is_growing(u32 move) { return move < 2; }

// What a move would lead to.
template <int S>
struct Child {
    Placed placed[S];
    // For each sum, the pattern of the tile that slides.
    u32 patterns;
    // A bit for each sum: its value rises.
    u32 rises;
};

// Looks at the child that a move leads to; false if some sum exceeds the threshold. Later sums are not
// looked up then.
template <int S, int COLS, bool MIRROR>
DEVICE bool look(Node<S, COLS, MIRROR> &node, const u8 *shared, u32 move, Child<S> &child) {
    const Block &block = *(const Block *)shared;
    const Rules &r = block.rules;
    const int cols = node.cols(r);
    const u32 next = node.blank + offset(move, cols), mirrored_next = node.mirrored_blank + mirrored_offset(move, cols);
    child.patterns = 0;
    child.rises = 0;
    bool within = true;
#pragma unroll
    for (int s = 0; s < S; s++) {
        if (within) {
            const bool mirrored = node.is_mirrored(s);
            const u32 from = mirrored ? mirrored_next : next, to = mirrored ? node.mirrored_blank : node.blank;
            const u32 k = node.pattern(s, from);
            const Placed before = {node.order(r, s, k), node.rank(r, s, k)};
            const bool grows = is_growing(move);
            const Placed after = slide(before, node.mask(s, k, to), grows ? from : to, is_upright(move, mirrored), grows,
                                       cols, block.steps);
            const u32 value = node.values[s / SUMS_PER_WORD] >> 2 * (s % SUMS_PER_WORD * PATTERNS + k) & 3;
            const u32 up = rises(value, bit(r.patterns[s * PATTERNS + k], shared, after, from));
            within = !(up && (node.slack >> SLACK_BITS * s & SLACK_MASK) == 0);
            child.placed[s] = after;
            child.patterns |= k << PATTERN_BITS * s;
            child.rises |= up << s;
        }
    }
    return within;
}

// The two low bits of the values, and the slack, after a move or before it.
template <int S>
DEVICE void follow(u32 *values, u32 &slack, u32 patterns, u32 rises, bool forward) {
#pragma unroll
    for (int s = 0; s < S; s++) {
        const u32 up = rises >> s & 1, k = patterns >> PATTERN_BITS * s & ((1u << PATTERN_BITS) - 1);
        const u32 shift = 2 * (s % SUMS_PER_WORD * PATTERNS + k);
        const u32 value = values[s / SUMS_PER_WORD] >> shift & 3;
        const u32 after = (up == (u32)forward ? value + 1 : value + 3) & 3;
        values[s / SUMS_PER_WORD] ^= (value ^ after) << shift;
        slack = forward ? slack - (up << SLACK_BITS * s) : slack + (up << SLACK_BITS * s);
    }
}

// Makes a move.
template <int S, int COLS, bool MIRROR>
DEVICE void enter(Node<S, COLS, MIRROR> &node, const Block &block, u32 move, const Child<S> &child) {
    const int cols = node.cols(block.rules);
    const u32 next = node.blank + offset(move, cols), mirrored_next = node.mirrored_blank + mirrored_offset(move, cols);
#pragma unroll
    for (int s = 0; s < S; s++) {
        const bool mirrored = node.is_mirrored(s);
        const u32 k = child.patterns >> PATTERN_BITS * s & ((1u << PATTERN_BITS) - 1);
        node.order(block.rules, s, k) = child.placed[s].order;
        node.rank(block.rules, s, k) = child.placed[s].rank;
        node.move_planes(s, k, mirrored ? mirrored_next : next, mirrored ? node.mirrored_blank : node.blank);
    }
    follow<S>(node.values, node.slack, child.patterns, child.rises, true);
    node.blank = next;
    node.mirrored_blank = mirrored_next;
    node.left--;
}

// Takes a move back; these sums rose by it.
template <int S, int COLS, bool MIRROR>
DEVICE void leave(Node<S, COLS, MIRROR> &node, const Block &block, u32 move, u32 rises) {
    const Rules &r = block.rules;
    const int cols = node.cols(r);
    const u32 before = node.blank - offset(move, cols), mirrored_before = node.mirrored_blank - mirrored_offset(move, cols);
    u32 patterns = 0;
#pragma unroll
    for (int s = 0; s < S; s++) {
        const bool mirrored = node.is_mirrored(s);
        const u32 from = mirrored ? mirrored_before : before, to = mirrored ? node.mirrored_blank : node.blank;
        const u32 k = node.pattern(s, from);
        const Placed now = {node.order(r, s, k), node.rank(r, s, k)};
        const bool grows = !is_growing(move);
        const Placed then =
            slide(now, node.mask(s, k, to), grows ? from : to, is_upright(move, mirrored), grows, cols, block.steps);
        node.order(r, s, k) = then.order;
        node.rank(r, s, k) = then.rank;
        node.move_planes(s, k, from, to);
        patterns |= k << PATTERN_BITS * s;
    }
    follow<S>(node.values, node.slack, patterns, rises, false);
    node.blank = before;
    node.mirrored_blank = mirrored_before;
    node.left++;
}
