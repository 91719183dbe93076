// Breadth-first: one layer from the one before, doubles removed, and its boards put in order.

#pragma once

#include "node.h"

// What a search has to tell.
struct Report {
    u64 expanded;
    u64 generated;
    // Items written, and the next to be taken.
    u32 written;
    u32 next;
    // A solution: whether there is one, its item's origin and its moves after that.
    u32 found;
    u32 origin;
    u32 length;
    u32 doubles;
    u64 moves[5];
};

struct Expand {
    const Rules *rules;
    const Item *items;
    Item *out;
    // For each new item the one it came from, and in the two low bits its move.
    u32 *parents;
    // Numbers of items plus one, by the hash of their boards; a power of two of them.
    u32 *doubles;
    Report *report;
    u32 count;
    u32 capacity;
    u32 hash_mask;
    u32 unused;
};

DEVICE u32 hash_board(const u32 *board) {
    u64 h = (board[0] | (u64)board[1] << 32) * 0x9E3779B97F4A7C15ull;
    h ^= (board[2] | (u64)board[3] << 32) * 0xD6E8FEB86659FD93ull;
#ifdef WIDE
    h = (h ^ h >> 32) * 0x9E3779B97F4A7C15ull;
    h ^= (board[4] | (u64)board[5] << 32) * 0xD6E8FEB86659FD93ull;
    h = (h ^ h >> 32 ^ board[6]) * 0x9E3779B97F4A7C15ull;
#endif
    h ^= h >> 32;
    h *= 0xD6E8FEB86659FD93ull;
    return (u32)(h >> 32);
}

// Writes an item, or marks it as the double of one that is there; true if it is one.
DEVICE bool offer(const Expand &e, const Item &item, u32 parent, u32 move) {
    const u32 at = take_one(&e.report->written);
    if (at >= e.capacity) return false;
    e.out[at] = item;
    e.parents[at] = parent << 2 | move;
    FENCE();
    u32 slot = hash_board(item.board) & e.hash_mask;
    for (;;) {
        const u32 other = exchange_if(e.doubles + slot, 0, at + 1);
        if (other == 0) return false;
        const u32 *board = e.out[other - 1].board;
        bool same = true;
#pragma unroll
        for (u32 w = 0; w < BOARD_WORDS; w++) same = same && peek(board + w) == item.board[w];
        if (same) {
            set_bits(&e.out[other - 1].back, item.back);
            e.out[at].back = DEAD;
            return true;
        }
        slot = (slot + 1) & e.hash_mask;
    }
}

template <int S, int COLS, bool MIRROR>
DEVICE void expand(const Expand &e, u8 *shared) {
    prepare(shared, e.rules);
    const Block &block = *(const Block *)shared;
    Node<S, COLS, MIRROR> node;
    node.placed = (u32 *)(shared + small_bytes(block.rules.layout_count)) + THREAD;
    u64 expanded = 0, generated = 0;
    u32 doubles = 0;
    for (u64 i = (u64)BLOCK * THREADS + THREAD; i < e.count; i += (u64)BLOCKS * THREADS) {
        const Item item = e.items[i];
        if (item.back & DEAD) continue;
        node.load(block, item);
        expanded++;
        for (u32 rest = block.legal[node.blank] & ~item.back; rest; rest &= rest - 1) {
            const u32 move = first_bit(rest);
            const u32 next = node.blank + offset(move, node.cols(block.rules));
            Child<S> child;
            generated++;
            if (!look(node, shared, move, child)) continue;
            Item after = item;
            const u32 slid = next == LAST ? last_tile(item.board) : tile(item.board, next);
            put(after.board, next, block.rules.blank);
            put(after.board, node.blank, slid);
            u32 values[2] = {node.values[0], node.values[1]};
            follow<S>(values, after.slack, child.patterns, child.rises, true);
            after.values = values[0];
            after.state = (node.left - 1) << 16;
            set_back(after, 1u << (3 - move), values[1]);
            if (node.left - 1 == 2 * (after.slack & SLACK_MASK) && exchange_if(&e.report->found, 0, 1) == 0) {
                e.report->origin = (u32)i;
                e.report->length = 1;
                e.report->moves[0] = move;
            }
            doubles += offer(e, after, (u32)i, move);
        }
    }
    add(&e.report->expanded, expanded);
    add(&e.report->generated, generated);
    add(&e.report->doubles, doubles);
}

// Classes of items by the least slack of their sums: those with most are searched first. Their
// subtrees are the largest, and a solution is the likeliest there. Each class has a number of parts,
// to which its items are dealt by the hashes of their boards.
#define CLASSES 16

struct Sort {
    const Item *items;
    // The numbers of live items, part by part.
    u32 *order;
    // By part: how many, and once they are placed, the end.
    u32 *counts;
    // By class: its first part, and how many it has.
    const u32 *parts;
    u32 count;
    u32 sums;
    u32 part_count;
    u32 unused;
};

DEVICE u32 class_of(const Item &item, u32 sums) {
    u32 least = CLASSES - 1;
    for (u32 s = 0; s < sums; s++) {
        const u32 slack = item.slack >> SLACK_BITS * s & SLACK_MASK;
        least = slack < least ? slack : least;
    }
    return CLASSES - 1 - least;
}

DEVICE u32 part_of(const Sort &s, const Item &item) {
    const u32 *parts = s.parts + 2 * class_of(item, s.sums);
    return parts[0] + (u32)((u64)hash_board(item.board) * parts[1] >> 32);
}

DEVICE void sort_count(const Sort &s, u8 *shared) {
    u32 *counts = (u32 *)shared;
    for (u32 i = THREAD; i < s.part_count; i += THREADS) counts[i] = 0;
    BARRIER();
    for (u64 i = (u64)BLOCK * THREADS + THREAD; i < s.count; i += (u64)BLOCKS * THREADS)
        if (!(s.items[i].back & DEAD)) add(counts + part_of(s, s.items[i]), 1);
    BARRIER();
    for (u32 i = THREAD; i < s.part_count; i += THREADS)
        if (counts[i]) add(s.counts + i, counts[i]);
}

// `counts` holds where each part begins.
DEVICE void sort_place(const Sort &s, u8 *shared) {
    u32 *counts = (u32 *)shared, *first = counts + s.part_count;
    for (u64 start = (u64)BLOCK * THREADS; start < s.count; start += (u64)BLOCKS * THREADS) {
        for (u32 i = THREAD; i < s.part_count; i += THREADS) counts[i] = 0;
        BARRIER();
        const u64 i = start + THREAD;
        const bool live = i < s.count && !(s.items[i].back & DEAD);
        const u32 part = live ? part_of(s, s.items[i]) : 0;
        const u32 at = live ? add(counts + part, 1) : 0;
        BARRIER();
        for (u32 j = THREAD; j < s.part_count; j += THREADS) first[j] = counts[j] ? add(s.counts + j, counts[j]) : 0;
        BARRIER();
        if (live) s.order[first[part] + at] = (u32)i;
        BARRIER();
    }
}
