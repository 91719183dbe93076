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

// The moves to the node on top of the stack.
template <class Q>
DEVICE Path path_of(const Q &q, u32 taken, const u32 *stack, u32 depth) {
    Path path = origin_of(q, taken);
    for (u32 i = 0; i < depth; i++) append(path, stack[i] >> 20 & 3);
    return path;
}

// Puts a node where an item is.
template <int S, int COLS, bool MIRROR>
DEVICE void begin(Node<S, COLS, MIRROR> &node, const Block &block, const Item &item, u32 &rest, u32 &state) {
    node.load(block, item);
    state = item.state & 0xffff;
    rest = block.legal[node.blank] & ~item.back;
}

// Makes the next move that is left; tells whether it led to a child within the threshold.
template <int S, int COLS, bool MIRROR>
DEVICE bool descend(Node<S, COLS, MIRROR> &node, u8 *shared, u32 *stack, u32 &depth, u32 &rest, u32 &state) {
    const Block &block = *(const Block *)shared;
    const u32 move = first_bit(rest);
    rest &= rest - 1;
    Child<S> child;
    if (!look(node, shared, move, child)) return false;
    stack[depth++] = entry(state, rest, move, child.rises);
    enter(node, block, move, child);
    const u32 after = load(block.rules.automaton + state * MOVES + move);
    state = after & 0xffff;
    rest = block.legal[node.blank] & after >> 16;
    return true;
}

// Takes the last move back.
template <int S, int COLS, bool MIRROR>
DEVICE void climb(Node<S, COLS, MIRROR> &node, const Block &block, const u32 *stack, u32 &depth, u32 &rest, u32 &state) {
    const u32 top = stack[--depth];
    leave(node, block, top >> 20 & 3, top >> 22);
    rest = top >> 16 & 15;
    state = top & 0xffff;
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
    q.rest_paths[at] = path_of(q, taken, stack, depth);
}

// Hands back every node on the stack that has moves left, the deepest first.
template <class Q, int S, int COLS, bool MIRROR>
DEVICE void hand_back_all(const Q &q, const Block &block, Node<S, COLS, MIRROR> &node, const u32 *stack, u32 &depth,
                          u32 taken, u32 &state, u32 &rest) {
    for (;;) {
        if (rest) hand_back(q, block, node, stack, depth, taken, state, rest);
        if (depth == 0) break;
        climb(node, block, stack, depth, rest, state);
    }
    rest = 0;
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
                climb(node, block, stack, depth, rest, state);
            } else if (full || peek(&q.report->found) || (taken = take_one(&q.report->next)) >= total) {
                alive = false;
            } else {
                const bool old = taken < q.pool_count;
                const Item item = old ? q.pool[taken] : q.frontier[q.order[taken - q.pool_count]];
                begin(node, block, item, rest, state);
                // Items handed back were counted when they were first met.
                expanded += !old;
            }
        }
        // 2. One child.
        if (alive && rest) {
            generated++;
            if (descend(node, shared, stack, depth, rest, state)) {
                expanded++;
                if (node.left == 2 * (node.slack & SLACK_MASK)) {
                    expanded--;
                    alive = false;
                    if (exchange_if(&q.report->found, 0, 1) == 0) {
                        const Path path = path_of(q, taken, stack, depth);
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
                hand_back_all(q, block, node, stack, depth, taken, state, rest);
            }
        }
    }
    add(&q.report->generated, (u64)generated);
    add(&q.report->expanded, (u64)expanded);
}
