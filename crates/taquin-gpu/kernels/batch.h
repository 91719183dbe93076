// Many boards at once, one to a thread: IDA* from each, its thresholds one after the other.

#pragma once

#include "depth.h"

struct Batch {
    const Rules *rules;
    // Boards with their first thresholds.
    const Item *items;
    // The numbers of those to be solved.
    const u32 *order;
    // By number: the moves; a length above DEEPEST stands for none, and then `origin` is the threshold
    // that was not searched to its end.
    Path *paths;
    Report *report;
    u32 count;
    // Children that may be looked at for one board.
    u32 nodes;
};

// No way was found.
#define NO_WAY 0xffffffffu

template <int S, int COLS, bool MIRROR>
DEVICE void batch(const Batch &b, u8 *shared) {
    prepare(shared, b.rules);
    const Block &block = *(const Block *)shared;
    const Rules &r = block.rules;
    Node<S, COLS, MIRROR> node;
    node.placed = (u32 *)(shared + small_bytes(r.layout_count)) + THREAD;
    u32 stack[DEEPEST];
    u32 depth = 0, rest = 0, state = 0, number = 0, nodes = 0;
    u64 generated = 0, expanded = 0;
    bool alive = true, solving = false;
    while (any_of_warp(alive)) {
        // 1. Back to a node with moves left, or to the next threshold, or to another board.
        if (alive && rest == 0) {
            if (solving && depth > 0) {
                const u32 top = stack[--depth];
                leave(node, block, top >> 20 & 3, top >> 22);
                rest = top >> 16 & 15;
                state = top & 0xffff;
            } else if (solving && nodes < b.nodes) {
                for (int s = 0; s < S; s++) node.slack += 1u << SLACK_BITS * s;
                node.left += 2;
                rest = block.legal[node.blank];
                state = 0;
                expanded++;
            } else {
                if (solving) {
                    b.paths[number].length = NO_WAY;
                    b.paths[number].origin = node.left + 2;
                    generated += nodes;
                }
                const u32 taken = add(&b.report->next, 1);
                solving = alive = taken < b.count;
                if (alive) {
                    number = b.order[taken];
                    node.load(block, b.items[number]);
                    rest = block.legal[node.blank];
                    state = nodes = 0;
                    expanded++;
                }
            }
        }
        // 2. One child.
        if (alive && rest) {
            const u32 move = first_bit(rest);
            rest &= rest - 1;
            Child<S> child;
            nodes++;
            if (look(node, shared, move, child)) {
                stack[depth++] = entry(state, rest, move, child.rises);
                enter(node, block, move, child);
                const u32 after = load(r.automaton + state * MOVES + move);
                state = after & 0xffff;
                rest = block.legal[node.blank] & after >> 16;
                if (node.left == 2 * (node.slack & SLACK_MASK)) {
                    Path path = {};
                    path.origin = node.left;
                    for (u32 i = 0; i < depth; i++) append(path, stack[i] >> 20 & 3);
                    b.paths[number] = path;
                    generated += nodes;
                    depth = rest = 0;
                    solving = false;
                } else {
                    expanded++;
                }
            } else if (nodes >= b.nodes) {
                // Too many: back to the start, where the threshold is noted.
                while (depth > 0) {
                    const u32 top = stack[--depth];
                    leave(node, block, top >> 20 & 3, top >> 22);
                }
                rest = 0;
                b.paths[number].length = NO_WAY;
                b.paths[number].origin = node.left;
                generated += nodes;
                solving = false;
            }
        }
    }
    add(&b.report->generated, generated);
    add(&b.report->expanded, expanded);
}
