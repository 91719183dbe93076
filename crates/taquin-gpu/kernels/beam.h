// Wide beams over large boards: all children of a level, doubles dropped, each with a score; then
// those with the lowest scores are the next level.
//
// A level is an array of words, word by word for all boards: the cells, four to a word; the key, two
// words; the floor with the blank's cell and the move that led here; and for a learned score the part that is
// added directly. The sums of a learned score are an array of their own, board by board.

#pragma once

#include "breadth.h"
#include "net.h"

// Scores from here on are counted as one.
#define BEAM_SCORES 8192
// Keys of a slot of the table of boards that were seen.
#define SLOT 4

// What a slide changes, by tile, the cell it comes from and the blank's move.
struct Step {
    u64 key;
    int direct;
    // One if the Manhattan distance grows, else it falls; how the conflicts of the tile's home line
    // change: STAYS, ENTERS or LEAVES.
    u32 how;
};

#define GROWS 1u
#define ENTERS 2u
#define LEAVES 4u

// A board's shape, and what leads the beam.
struct Guide {
    const Step *steps;
    // By tile: the row and the column of its home.
    const u8 *home_rows;
    const u8 *home_cols;
    u32 rows;
    u32 cols;
    // Words of the cells.
    u32 words;
    u32 unused;
};

struct Ahead {
    Guide guide;
    const u32 *level;
    // The places of children: their scores and floors, and where they come from; for a learned score the slides
    // that led there, and the parts that are added directly.
    u32 *scores;
    u32 *origins;
    u32 *slides;
    int *directs;
    u64 *seen;
    // How many children have each score.
    u32 *histogram;
    Report *report;
    u32 count;
    // Boards that a level has room for, and children.
    u32 stride;
    u32 capacity;
    u32 slot_mask;
    // Moves to the children; more than `longest` are of no interest.
    u32 moves;
    u32 longest;
};

// What scores children that are there.
struct Rank {
    const Net *net;
    // By tile, the cell it comes from and the way it goes: what the slide adds to the sum.
    const uint4 *vectors;
    // Of the level.
    const uint4 *sums;
    u32 *scores;
    const u32 *origins;
    const u32 *slides;
    const int *directs;
    u32 *histogram;
    const Report *report;
};

struct Keep {
    Guide guide;
    const u32 *level;
    u32 *next;
    const u32 *scores;
    const u32 *origins;
    // Where each board of the next level comes from: the place, and in two bits the move.
    u32 *kept;
    // And the slide, for a learned score.
    u32 *slides;
    Report *report;
    u32 count;
    u32 stride;
    // Children below this score are kept, and some of those with it.
    u32 cut;
    u32 some;
    u32 capacity;
    u32 unused;
};

// What makes the sums of the next level.
struct Follow {
    const uint4 *vectors;
    const uint4 *sums;
    uint4 *next;
    const u32 *kept;
    const u32 *slides;
    const Report *report;
};

// Notes a key; false if it was there. Doubles that come at the same time meet in the same place, so one
// of them sees the other.
DEVICE bool arrive(u64 *seen, u32 slot_mask, u64 key, u32 moves) {
    u64 *slot = seen + (u64)((u32)(key >> 32) & slot_mask) * SLOT;
    for (u32 i = 0; i < SLOT; i++)
        if (slot[i] == key) return false;
    return exchange(slot + (moves & (SLOT - 1)), key) != key;
}

DEVICE u32 level_cell(const u32 *level, u32 stride, u64 i, u32 cell) {
    return level[(u64)(cell >> 2) * stride + i] >> 8 * (cell & 3) & 255;
}

// What the conflicts of a tile's home line change by when the tile enters it at a cell, or leaves it
// from there. Of the tiles at home in a line as many stay as their longest increasing subsequence
// has; every other costs two moves. A bit for each pile of patience sorting tells its length.
DEVICE u32 conflicts_of(const Ahead &a, u64 i, u32 tile, u32 cell, bool upright) {
    const Guide &g = a.guide;
    const u32 row = cell / g.cols, col = cell - row * g.cols;
    const u32 line = upright ? row : col, length = upright ? g.cols : g.rows;
    u32 with = 0, without = 0, stand = 0;
    for (u32 p = 0; p < length; p++) {
        const u32 at = upright ? line * g.cols + p : p * g.cols + line;
        const bool own = at == cell;
        const u32 found = own ? tile : level_cell(a.level, a.stride, i, at);
        if (found == 0 || (upright ? g.home_rows[found] : g.home_cols[found]) != line) continue;
        const u32 place = upright ? g.home_cols[found] : g.home_rows[found];
        const u32 above = ~((1u << place) - 1);
        const u32 first = with & above;
        with = (with ^ (first & (0u - first))) | 1u << place;
        if (own) continue;
        const u32 other = without & above;
        without = (without ^ (other & (0u - other))) | 1u << place;
        stand++;
    }
    return 2 * (stand + 1 - count_bits(with)) - 2 * (stand - count_bits(without));
}

// Vectors of slides are in the order of the ways that tiles go, steps in that of the blank's moves.
DEVICE u32 slide_of(u32 index) { return index ^ 3; }

DEVICE u32 within_scores(int score) { return score < 0 ? 0 : score >= BEAM_SCORES ? BEAM_SCORES - 1 : score; }

// Each block counts scores for itself first.
DEVICE void clear_histogram(u32 *histogram) {
    for (u32 s = THREAD; s < BEAM_SCORES; s += THREADS) histogram[s] = 0;
}

DEVICE void add_histogram(u32 *to, const u32 *histogram) {
    for (u32 s = THREAD; s < BEAM_SCORES; s += THREADS)
        if (histogram[s]) add(to + s, histogram[s]);
}

// Makes the children of a level; a thread takes a board. Without a learned score, the floor is the score.
template <bool LEARNED>
DEVICE void beam_look(const Ahead &a, u8 *shared) {
    const Guide &g = a.guide;
    u32 *histogram = (u32 *)shared;
    if (!LEARNED) clear_histogram(histogram);
    BARRIER();
    u32 generated = 0;
    for (u64 i = (u64)BLOCK * THREADS + THREAD; i < a.count; i += (u64)BLOCKS * THREADS) {
        const u32 *at = a.level + (u64)g.words * a.stride + i;
        const u64 key = at[0] | (u64)at[a.stride] << 32;
        const u32 packed = at[(u64)2 * a.stride];
        const int direct = LEARNED ? (int)at[(u64)3 * a.stride] : 0;
        const u32 blank = packed & 255, via = packed >> 8 & 255;
        const u32 row = blank / g.cols, col = blank - row * g.cols;
        for (u32 move = 0; move < MOVES; move++) {
            const bool legal = move == 0 ? row > 0 : move == 1 ? col > 0 : move == 2 ? col + 1 < g.cols : row + 1 < g.rows;
            if (!legal || via + move == 3) continue;
            const u32 from = blank + offset(move, g.cols);
            const u32 tile = level_cell(a.level, a.stride, i, from);
            const u32 index = (tile * g.rows * g.cols + from) * MOVES + move;
            const Step step = g.steps[index];
            if (!arrive(a.seen, a.slot_mask, key ^ step.key, a.moves)) continue;
            generated++;
            u32 floor = (packed >> 16) + (step.how & GROWS ? 1 : -1);
            const bool upright = move == 0 || move == 3;
            if (step.how & ENTERS) floor += conflicts_of(a, i, tile, blank, upright);
            if (step.how & LEAVES) floor -= conflicts_of(a, i, tile, from, upright);
            if (a.moves + floor > a.longest) continue;
            if (floor == 0 && exchange_if(&a.report->found, 0, 1) == 0) a.report->origin = (u32)i << 2 | move;
            const u32 score = LEARNED ? 0 : within_scores(floor);
            if (!LEARNED) add(histogram + score, 1);
            const u32 place = take_one(&a.report->written);
            if (place >= a.capacity) continue;
            a.scores[place] = score << 16 | floor;
            a.origins[place] = (u32)i << 2 | move;
            if (!LEARNED) continue;
            a.slides[place] = slide_of(index);
            a.directs[place] = direct + step.direct;
        }
    }
    BARRIER();
    if (!LEARNED) add_histogram(a.histogram, histogram);
    add(&a.report->generated, (u64)generated);
}

// Scores the children of a level by the learned score; a warp takes NET_ROWS of them.
DEVICE void beam_score(const Rank &r, u8 *shared) {
    Net &net = *(Net *)shared;
    u32 *histogram = (u32 *)(shared + sizeof(Net));
    for (u32 q = THREAD; q < sizeof(Net) / sizeof(uint4); q += THREADS)
        ((uint4 *)shared)[q] = load((const uint4 *)r.net + q);
    clear_histogram(histogram);
    BARRIER();
    const u32 children = r.report->written;
    for (u32 at = WARP * NET_ROWS; at < children; at += WARPS * NET_ROWS) {
        u32 in[NET_STEPS][LANES][4], first[1][LANES][4], second[LANES][4];
        EACH_LANE(l) {
#pragma unroll
            for (u32 half = 0; half < 2; half++) {
                // Rows that are left over do the last child again.
                const u32 row = at + (LANE(l) >> 2) + 8 * half, child = row < children ? row : children - 1;
                gather(in, l, half, r.sums + (u64)(r.origins[child] >> 2) * SUM_QUADS,
                       r.vectors + (u64)r.slides[child] * SUM_QUADS);
            }
        }
        layer(net.first, net.first_bias, in, first[0]);
        layer(net.second, net.second_bias, first, second);
        int units[2][LANES];
        last_layer(net, second, units[0], units[1]);
        EACH_LANE(l) {
            // Of the four lanes that know a row, one writes it.
            const u32 half = LANE(l) & 3;
            const u32 child = at + (LANE(l) >> 2) + 8 * half;
            if (half > 1 || child >= children) continue;
            const u32 floor = r.scores[child];
            const int directs = net.last_bias + r.directs[child] + net.conflicts * (int)floor;
            const u32 score = within_scores(((half ? units[1][l] : units[0][l]) + directs) >> 10);
            add(histogram + score, 1);
            r.scores[child] = score << 16 | floor;
        }
    }
    BARRIER();
    add_histogram(r.histogram, histogram);
}

// Makes the best children the next level; a thread takes a child.
template <bool LEARNED>
DEVICE void beam_keep(const Keep &k, u8 *) {
    const Guide &g = k.guide;
    for (u64 j = (u64)BLOCK * THREADS + THREAD; j < k.count; j += (u64)BLOCKS * THREADS) {
        const u32 score = k.scores[j] >> 16;
        if (score > k.cut || (score == k.cut && take_one(&k.report->next) >= k.some)) continue;
        const u32 place = take_one(&k.report->written);
        if (place >= k.capacity) continue;
        const u32 origin = k.origins[j], move = origin & 3;
        const u64 i = origin >> 2;
        k.kept[place] = origin;
        const u32 *old = k.level + i;
        u32 *now = k.next + place;
        const u32 packed = old[(u64)(g.words + 2) * k.stride];
        const u32 to = packed & 255, from = to + offset(move, g.cols);
        const u32 tile = level_cell(k.level, k.stride, i, from);
        for (u32 w = 0; w < g.words; w++) {
            u32 word = old[(u64)w * k.stride];
            if (from >> 2 == w) word &= ~(255u << 8 * (from & 3));
            if (to >> 2 == w) word |= tile << 8 * (to & 3);
            now[(u64)w * k.stride] = word;
        }
        const u32 index = (tile * g.rows * g.cols + from) * MOVES + move;
        const Step step = g.steps[index];
        now[(u64)g.words * k.stride] = old[(u64)g.words * k.stride] ^ (u32)step.key;
        now[(u64)(g.words + 1) * k.stride] = old[(u64)(g.words + 1) * k.stride] ^ (u32)(step.key >> 32);
        now[(u64)(g.words + 2) * k.stride] = from | move << 8 | (k.scores[j] & 0xffff) << 16;
        if (!LEARNED) continue;
        now[(u64)(g.words + 3) * k.stride] = old[(u64)(g.words + 3) * k.stride] + (u32)step.direct;
        k.slides[place] = slide_of(index);
    }
}

// Makes the sums of the level that was kept; a thread takes eight numbers of a board.
DEVICE void beam_follow(const Follow &f, u8 *) {
    const u64 quads = (u64)f.report->written * SUM_QUADS;
    for (u64 j = (u64)BLOCK * THREADS + THREAD; j < quads; j += (u64)BLOCKS * THREADS) {
        const u64 place = j / SUM_QUADS, quad = j % SUM_QUADS;
        const u64 parent = f.kept[place] >> 2, slide = f.slides[place];
        f.next[j] = add_pairs(load(f.sums + parent * SUM_QUADS + quad), load(f.vectors + slide * SUM_QUADS + quad));
    }
}
