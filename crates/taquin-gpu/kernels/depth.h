// Depth-first below each item, a stack for every thread.
//
// Threads take items until there are none. From then on those that still work hand what is left of
// their subtrees back as new items, so that the next launch deals it out again, and nobody waits for
// a long one. The same happens after so many nodes, which keeps a launch short.

#pragma once

#include "breadth.h"

#define DEEPEST 160

// Where an item comes from: an item of the frontier, and the moves after it, two bits each.
struct Path {
    u32 origin;
    u32 length;
    u64 moves[DEEPEST / 32];
};

struct Search {
    const Rules *rules;
    // Items handed back by the last launch, taken first, then those of the frontier in order.
    const Item *pool;
    const Path *paths;
    const Item *frontier;
    const u32 *order;
    Item *rest;
    Path *rest_paths;
    Report *report;
    u32 pool_count;
    u32 frontier_count;
    u32 capacity;
    // Nodes that a thread generates in one launch, and between two looks around.
    u32 nodes;
    u32 patience;
    // Threads of a warp that take new items together, and from bit 8 the rounds they wait for one
    // another: one alone would keep the others waiting for the thousand steps that this takes.
    u32 together;
};

DEVICE void append(Path &path, u32 move) {
    path.moves[path.length >> 5] |= (u64)move << 2 * (path.length & 31);
    path.length++;
}

// An entry of the stack: the automaton's state, the moves still to be made, the move that was made,
// and the sums that rose with it.
DEVICE u32 entry(u32 state, u32 rest, u32 move, u32 rises) { return state | rest << 16 | move << 20 | rises << 22; }

// The item of the frontier that a taken item comes from, and the moves after it.
DEVICE Path origin_of(const Search &q, u32 taken) {
    Path path = {};
    if (taken < q.pool_count) path = q.paths[taken];
    else path.origin = q.order[taken - q.pool_count];
    return path;
}

// Writes a node that has moves left.
template <class Q, int S, int COLS, bool MIRROR>
DEVICE void hand_back(const Q &q, const Block &block, Node<S, COLS, MIRROR> &node, const u32 *stack, u32 depth,
                      u32 taken, u32 state, u32 rest) {
    const u32 at = add(&q.report->written, 1);
    if (at >= q.capacity) return;
    Item item;
    node.store(block, item.board);
    item.values = node.values[0];
    item.slack = node.slack;
    item.state = state | node.left << 16;
    set_back(item, 15 & ~rest, node.values[1]);
    q.rest[at] = item;
    Path path = origin_of(q, taken);
    for (u32 i = 0; i < depth; i++) append(path, stack[i] >> 20 & 3);
    q.rest_paths[at] = path;
}

template <int S, int COLS, bool MIRROR>
DEVICE void search(const Search &q, u8 *shared) {
    prepare(shared, q.rules);
    const Block &block = *(const Block *)shared;
    const Rules &r = block.rules;
    Node<S, COLS, MIRROR> node;
    node.placed = (u32 *)(shared + small_bytes(r.layout_count)) + THREAD;
    u32 stack[DEEPEST];
    u32 depth = 0, rest = 0, state = 0, taken = 0;
    u32 generated = 0, expanded = 0, look_at = q.patience;
    bool full = false, alive = true;
    const u32 total = q.pool_count + q.frontier_count;
    // Threads of a warp go round together to the end: those that are done wait.
    u32 waited = 0;
    while (any_of_warp(alive)) {
        const bool wants = alive && rest == 0 && depth == 0;
        const bool refill = enough_of_warp(wants, waited, q.together & 255, q.together >> 8);
        // 1. Back to a node with moves left, one level at a time, or on to another item.
        if (alive && rest == 0 && (refill || !wants)) {
            if (depth > 0) {
                const u32 top = stack[--depth];
                leave(node, block, top >> 20 & 3, top >> 22);
                rest = top >> 16 & 15;
                state = top & 0xffff;
            } else if (full || peek(&q.report->found) || (taken = take_one(&q.report->next)) >= total) {
                alive = false;
            } else {
                const bool old = taken < q.pool_count;
                const Item item = old ? q.pool[taken] : q.frontier[q.order[taken - q.pool_count]];
                node.load(block, item);
                state = item.state & 0xffff;
                rest = block.legal[node.blank] & ~item.back;
                // Items handed back were counted when they were first met.
                expanded += !old;
            }
        }
        // 2. One child.
        if (alive && rest) {
            const u32 move = first_bit(rest);
            rest &= rest - 1;
            Child<S> child;
            generated++;
            if (look(node, shared, move, child)) {
                stack[depth++] = entry(state, rest, move, child.rises);
                enter(node, block, move, child);
                const u32 after = load(r.automaton + state * MOVES + move);
                state = after & 0xffff;
                rest = block.legal[node.blank] & after >> 16;
                expanded++;
                if (node.left == 2 * (node.slack & SLACK_MASK)) {
                    expanded--;
                    alive = false;
                    if (exchange_if(&q.report->found, 0, 1) == 0) {
                        Path path = origin_of(q, taken);
                        for (u32 i = 0; i < depth; i++) append(path, stack[i] >> 20 & 3);
                        q.report->origin = path.origin;
                        q.report->length = path.length;
                        for (u32 i = 0; i < DEEPEST / 32; i++) q.report->moves[i] = path.moves[i];
                    }
                }
            }
        }
        // 3. A look around: has someone found a solution, has all work been taken?
        if (alive && generated >= look_at) {
            look_at = generated + q.patience;
            if (peek(&q.report->found)) alive = false;
            full = generated >= q.nodes;
            if (full || peek(&q.report->next) >= total) {
                // Hand back every node that has moves left, the deepest first.
                for (;;) {
                    if (rest) hand_back(q, block, node, stack, depth, taken, state, rest);
                    if (depth == 0) break;
                    const u32 top = stack[--depth];
                    leave(node, block, top >> 20 & 3, top >> 22);
                    rest = top >> 16 & 15;
                    state = top & 0xffff;
                }
                rest = 0;
            }
        }
    }
    add(&q.report->generated, (u64)generated);
    add(&q.report->expanded, (u64)expanded);
}
