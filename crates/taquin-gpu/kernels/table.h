// Tables of patterns: breadth-first over whole rows of orders, and values read from them.

#pragma once

#include "node.h"

struct Level {
    const Layout *layout;
    const u32 *binomial;
    // By row: the cells of the tiles, and the region of the blank.
    const Mask *cells;
    const Mask *regions;
    // By places before and after, `was * tiles + is`, and order: the order a slide leads to.
    const u16 *moved;
    u32 *seen;
    u32 *fresh;
    u32 *bits;
    u8 *active;
    u64 *found;
    // The rows of this level, and whether its values have the second bit.
    u32 first;
    u32 last;
    u32 second;
    u32 rows;
    u32 cols;
    u32 orders;
};

#define ARRIVALS 40

struct Arrival {
    u32 row;
    u32 was;
    u32 is;
};

struct RowWork {
    u32 count;
    u32 new_words;
    Arrival arrivals[ARRIVALS];
};

DEVICE u32 rank_of(Mask mask, const u32 *binomial) {
    u32 rank = 0;
    for (u32 i = 1; mask; i++, mask &= mask - 1) rank += binomial[first_bit(mask) * BELOW + i];
    return rank;
}

// The cells beside a cell.
DEVICE Mask beside(u32 cell, u32 rows, u32 cols) {
    const u32 row = cell / cols, col = cell % cols;
    return (row > 0 ? cell_bit(cell - cols) : 0) | (row + 1 < rows ? cell_bit(cell + cols) : 0) |
           (col > 0 ? cell_bit(cell - 1) : 0) | (col + 1 < cols ? cell_bit(cell + 1) : 0);
}

// The slides that lead into a row from rows with new states, in any order.
DEVICE void arrivals(const Level &l, u32 row, RowWork &work) {
    const Mask set = l.cells[row], free = l.regions[row];
    for (u32 j = THREAD; j < l.layout->tiles * MOVES; j += THREADS) {
        Mask tiles = set;
        for (u32 i = 0; i < j / MOVES; i++) tiles &= tiles - 1;
        const u32 to = first_bit(tiles);
        Mask near = beside(to, l.rows, l.cols) & free;
        for (u32 i = 0; i < j % MOVES; i++) near &= near - 1;
        if (!near) continue;
        const u32 from = first_bit(near);
        const Mask before = set ^ cell_bit(to) ^ cell_bit(from);
        const uint4 entry = load(l.layout->sets + rank_of(before, l.binomial));
        const u32 source = entry.x + region(entry, to);
        if (!l.active[source]) continue;
        Arrival &a = work.arrivals[add(&work.count, 1)];
        a.row = source;
        a.was = count_bits(before & (cell_bit(from) - 1));
        a.is = count_bits(set & (cell_bit(to) - 1));
    }
}

DEVICE void level(const Level &l, u8 *shared) {
    RowWork &work = *(RowWork *)shared;
    u32 *row_bits = (u32 *)(shared + align16(sizeof(RowWork)));
    const u32 words = l.layout->words, tiles = l.layout->tiles;
    u64 found = 0;
    for (u32 row = l.first + BLOCK; row < l.last; row += BLOCKS) {
        if (THREAD == 0) work.count = work.new_words = 0;
        for (u32 i = THREAD; i < words; i += THREADS) row_bits[i] = 0;
        BARRIER();
        arrivals(l, row, work);
        BARRIER();
        const u32 count = work.count;
        const u64 base = (u64)row * words;
        if (count == 0) {
            if (l.active[row])
                for (u32 i = THREAD; i < words; i += THREADS) l.fresh[base + i] = 0;
            BARRIER();
            if (THREAD == 0) l.active[row] = 0;
            BARRIER();
            continue;
        }
        for (u32 a = 0; a < count; a++) {
            const Arrival arrival = work.arrivals[a];
            const u32 *from = l.fresh + (u64)arrival.row * words;
            const u16 *moved = l.moved + (arrival.was * tiles + arrival.is) * (u64)l.orders;
            for (u32 i = THREAD; i < words; i += THREADS) {
                u32 word = from[i];
                if (arrival.was == arrival.is) {
                    if (word) set_bits(row_bits + i, word);
                    continue;
                }
                for (; word; word &= word - 1) {
                    const u32 order = moved[i * 32 + first_bit(word)];
                    set_bits(row_bits + (order >> 5), 1u << (order & 31));
                }
            }
        }
        BARRIER();
        for (u32 i = THREAD; i < words; i += THREADS) {
            const u32 got = row_bits[i], seen = l.seen[base + i];
            const u32 fresh = got & ~seen;
            l.fresh[base + i] = fresh;
            if (fresh) {
                l.seen[base + i] = seen | fresh;
                if (l.second) l.bits[base + i] |= fresh;
                found += count_bits(fresh);
                work.new_words = 1;
            }
        }
        BARRIER();
        if (THREAD == 0) l.active[row] = (u8)work.new_words;
        BARRIER();
    }
    if (found) add(l.found, found);
}

// The states of a level as entries of a plain table: by the rank of the tiles' cells, the least value
// over the regions of the blank.
struct PlainRows {
    const Mask *cells;
    const u32 *fresh;
    const u8 *active;
    // By order: its tiles, three bits each, and from bit 32 what they take from the rank.
    const u64 *orders;
    // One more than the value; 0 where none is known. Levels ascend, so the first value stays.
    u8 *entries;
    // By tile: what a cell adds to the rank.
    u32 weights[8];
    u32 first;
    u32 last;
    u32 words;
    u32 tiles;
    u32 value;
    u32 unused;
};

DEVICE void plain_rows(const PlainRows &p, u8 *) {
    for (u32 row = p.first + BLOCK; row < p.last; row += BLOCKS) {
        if (!p.active[row]) continue;
        for (u32 i = THREAD; i < p.words; i += THREADS) {
            for (u32 word = p.fresh[(u64)row * p.words + i]; word; word &= word - 1) {
                const u64 order = p.orders[i * 32 + first_bit(word)];
                Mask cells = p.cells[row];
                u32 rank = 0u - (u32)(order >> 32);
                for (u32 t = 0; t < p.tiles; t++, cells &= cells - 1)
                    rank += first_bit(cells) * p.weights[order >> 3 * t & 7];
                // Regions of a set may come here together, with the same value.
                if (!p.entries[rank]) p.entries[rank] = (u8)(p.value + 1);
            }
        }
    }
}

// The values of a board's patterns. The parity of a value is that of its tiles' cells against their
// homes, the table has its second bit, and some slide always leads to a value one less: the number
// of such slides to the goal is the value.
struct Values {
    const Rules *rules;
    const Item *items;
    // By item and pattern.
    u8 *values;
    u32 count;
    u32 unused;
};

DEVICE u32 parity(Mask mask, u32 cols) {
    u32 sum = 0;
    for (; mask; mask &= mask - 1) sum += first_bit(mask) / cols + first_bit(mask) % cols;
    return sum & 1;
}

// The value of a pattern in this state.
DEVICE u32 value(const Rules &r, const Pattern &pattern, const u8 *shared, Placed at, Mask mask, u32 blank, Mask homes,
                 u32 home_blank) {
    u32 solved = 0;
    // The tiles' numbers ascend along their homes.
    for (u32 t = 0; t < count_bits(homes); t++) solved |= t << 3 * t;
    u32 low = (parity(mask, r.cols) ^ parity(homes, r.cols)) | bit(pattern, shared, at, blank) << 1;
    for (u32 steps = 0;; steps++) {
        const uint4 set = load(pattern.sets + at.rank);
        const u32 here = region(set, blank);
        if (mask == homes && at.order == solved && here == region(set, home_blank)) return steps;
        bool stepped = false;
        for (Mask tiles = mask; tiles && !stepped; tiles &= tiles - 1) {
            const u32 from = first_bit(tiles);
            for (Mask near = beside(from, r.rows, r.cols) & ~mask; near && !stepped; near &= near - 1) {
                const u32 to = first_bit(near);
                if (region(set, to) != here) continue;
                const bool grows = to > from;
                const u32 far = grows ? to - from : from - to;
                const Placed after = slide(at, mask, grows ? from : to, far == r.cols, grows, r.cols,
                                           ((const Block *)shared)->steps);
                const u32 then = ((low & 1) ^ 1) | bit(pattern, shared, after, from) << 1;
                if (then != ((low + 3) & 3)) continue;
                at = after;
                mask ^= cell_bit(from) | cell_bit(to);
                blank = from;
                low = then;
                stepped = true;
            }
        }
        // No table that is right lacks such a slide.
        if (!stepped) return 255;
    }
}

template <int S, int COLS, bool MIRROR>
DEVICE void values(const Values &v, u8 *shared) {
    prepare(shared, v.rules);
    const Block &block = *(const Block *)shared;
    const Rules &r = block.rules;
    Node<S, COLS, MIRROR> node;
    node.placed = (u32 *)(shared + small_bytes(r.layout_count)) + THREAD;
    for (u64 i = (u64)BLOCK * THREADS + THREAD; i < v.count; i += (u64)BLOCKS * THREADS) {
        node.load(block, v.items[i]);
#pragma unroll
        for (int s = 0; s < S; s++) {
            const bool mirrored = node.is_mirrored(s);
            const u32 blank = mirrored ? node.mirrored_blank : node.blank;
            const u32 home_blank = mirrored ? block.mirror[r.blank] : r.blank;
#pragma unroll 1
            for (u32 k = 0; k < PATTERNS; k++) {
                const Pattern &pattern = r.patterns[s * PATTERNS + k];
                u8 &result = v.values[i * (S * PATTERNS) + s * PATTERNS + k];
                result = 0;
                if (!pattern.table) continue;
                Mask homes = 0;
                for (u32 c = 0; c < r.cells; c++)
                    if (c != home_blank && dealt_to(r.dealt + s * DEALT_WORDS, c) == k) homes |= cell_bit(c);
                const Mask mask = node.mask(s, k, blank) & (cell_bit(r.cells) - 1);
                const Placed at = {node.order(r, s, k), node.rank(r, s, k)};
                result = (u8)value(r, pattern, shared, at, mask, blank, homes, home_blank);
            }
        }
    }
}
