// Many boards at once: for each threshold all that are still open, dealt out like the boards of a
// frontier, so that a hard one is shared by many threads.

#pragma once

#include "depth.h"

// Makes the open boards the items of the next threshold.
struct Raise {
    // Boards at their first thresholds.
    const Item *items;
    // By board: the way, once there is one.
    const Path *ways;
    Item *pool;
    Path *paths;
    Report *report;
    u32 count;
    u32 sums;
    // How often they were raised before.
    u32 round;
    u32 unused;
};

// What stands in a way's origin.
#define OPEN 0
#define SOLVED 1

DEVICE void raise(const Raise &q, u8 *) {
    for (u64 i = (u64)BLOCK * THREADS + THREAD; i < q.count; i += (u64)BLOCKS * THREADS) {
        if (q.ways[i].origin != OPEN) continue;
        Item item = q.items[i];
        for (u32 s = 0; s < q.sums; s++) item.slack += q.round << SLACK_BITS * s;
        item.state += 2 * q.round << 16;
        const u32 at = take_one(&q.report->written);
        q.pool[at] = item;
        Path path = {};
        path.origin = (u32)i;
        q.paths[at] = path;
    }
}

struct Batch {
    const Rules *rules;
    // Items, and the boards they belong to with the moves from there.
    const Item *pool;
    const Path *paths;
    // What is handed back.
    Item *rest;
    Path *rest_paths;
    // By board: its way, and the nodes expanded and generated for it.
    Path *ways;
    u64 *counts;
    Report *report;
    u32 pool_count;
    u32 capacity;
    u32 nodes;
    u32 patience;
    u32 together;
    u32 unused;
};

DEVICE Path origin_of(const Batch &b, u32 taken) { return b.paths[taken]; }

template <int S, int COLS, bool MIRROR>
DEVICE void batch(const Batch &b, u8 *shared) {
    prepare(shared, b.rules);
    const Block &block = *(const Block *)shared;
    const Rules &r = block.rules;
    Node<S, COLS, MIRROR> node;
    node.placed = (u32 *)(shared + small_bytes(r.layout_count)) + THREAD;
    u32 stack[DEEPEST];
    u32 depth = 0, rest = 0, state = 0, taken = 0, board = 0;
    u32 generated = 0, expanded = 0, all = 0, all_expanded = 0, look_at = b.patience;
    bool full = false, alive = true, has_board = false;
    u32 waited = 0;
    while (any_of_warp(alive)) {
        const bool wants = alive && rest == 0 && depth == 0;
        const bool refill = enough_of_warp(wants, waited, b.together & 255, b.together >> 8);
        // 1. Back to a node with moves left, one level at a time, or on to another item.
        if (alive && rest == 0 && (refill || !wants)) {
            if (depth > 0) {
                climb(node, block, stack, depth, rest, state);
            } else {
                if (has_board) {
                    add(b.counts + 2 * (u64)board, (u64)expanded);
                    add(b.counts + 2 * (u64)board + 1, (u64)generated);
                    all += generated;
                    all_expanded += expanded;
                    expanded = generated = 0;
                    has_board = false;
                }
                if (full || (taken = take_one(&b.report->next)) >= b.pool_count) {
                    alive = false;
                } else {
                    board = b.paths[taken].origin;
                    // Pieces of boards that are solved are left.
                    if (peek(&b.ways[board].origin) == OPEN) {
                        const Item item = b.pool[taken];
                        begin(node, block, item, rest, state);
                        // Items handed back were counted when they were first met.
                        expanded = !(item.back & 15);
                        has_board = true;
                    }
                }
            }
        }
        // 2. One child.
        if (alive && rest) {
            generated++;
            if (descend(node, shared, stack, depth, rest, state)) {
                if (node.left == 2 * (node.slack & SLACK_MASK)) {
                    if (exchange_if(&b.ways[board].origin, OPEN, SOLVED) == OPEN) {
                        const Path path = path_of(b, taken, stack, depth);
                        Path &way = b.ways[board];
                        way.length = path.length;
                        for (u32 i = 0; i < DEEPEST / 32; i++) way.moves[i] = path.moves[i];
                    }
                    depth = rest = 0;
                } else {
                    expanded++;
                }
            }
        }
        // 3. A look around: is the board solved, has all work been taken?
        if (alive && has_board && all + generated >= look_at) {
            look_at = all + generated + b.patience;
            full = look_at >= b.nodes;
            if (peek(&b.ways[board].origin) != OPEN) {
                depth = rest = 0;
            } else if (full || peek(&b.report->next) >= b.pool_count) {
                hand_back_all(b, block, node, stack, depth, taken, state, rest);
            }
        }
    }
    add(&b.report->generated, (u64)all);
    add(&b.report->expanded, (u64)all_expanded);
}
