"""Teaches the score that leads the beams of `anytime` on large squares; needs JAX and, to get anywhere, a GPU.

learn.py SIDE FOLDER --from NET [--new] [--seconds 300] [--beams 256] [--width 4096] [--every 5] [--check 64] [--wide 8192]

NET is what leads the first beams: `N.net`, written by this program, which then goes on with it. A net of a smaller square is
stretched to this one first. With `--new` its beams teach a new net for four rounds instead, which then goes on by itself. A
round has two steps:

1. Beams of `width` boards look for the goal from `beams` random boards side by side: a quarter uniform, the others walks
   away. Every 16 levels some boards of the level are written down, half of them such as have descendants in the
   level 16 moves on. A board's target is the best score among these and 16 moves; a board without any should have at
   least the score that the level was cut at, and 16. Boards that two others lead to count for both. The last 40 moves
   of the lines found are written down too, with the moves left.
2. The net is fitted to that, and to what the rounds before wrote down: Huber's loss with delta 2 of the score less the
   target, over 1 + target / 60, half of the boards mirrored; where the target is a lower bound, only of what is
   missing. Adam; the rate falls to nothing within a round, and from round to round. What numbers have of their own fades.

The average of the nets after each round, the last ones weighing most, leads the beams. It is what is checked and written.

After `every` rounds beams of the width `wide` solve `check` boards, the same every time, and their mean length is printed.
If none was shorter, FOLDER gets `SIDE.net`, the net in whole numbers as `net.rs` reads it, and the scores of three
boards by these numbers are printed for its test.

The net: every number has a vector of 256 for every cell, made of one for its home's row and its row, one for its home's
column and its column, and one of its own; the board's is their sum. Two layers of 32 units follow, each cut off at 0
and 1. The Manhattan distance with linear conflicts and a number for each number in its cell are added.
"""

import argparse
import functools
import os
import time

import jax
import jax.numpy as jnp
import numpy as np

SUM, LAYER = 256, 32
# The last layer's sum and the numbers added directly count this many moves for one.
SCALE = 16
WINDOW, NEAR = 16, 40
# Boards written down of a level, by all beams of a round together.
WRITTEN = 49152
LEVELS = {5: 170, 6: 240, 7: 380, 8: 560}
# Steps of the score, and places of a beam's table for each board of its width.
BINS, PLACES = 16384, 16
# Boards of a step of the fit, and steps of a round: more would learn the few boards of a round by heart.
BATCH, STEPS = 8192, 2000
# For windows and for ends of lines: the part of a batch, and what they weigh. Rounds that the ends are kept.
PARTS, WEIGHTS, ENDS = (7 / 8, 1 / 8), (1, 0.3), 16
# Rounds in which a new net learns from the beams of another.
YOUNG = 4
# How fast what numbers have of their own fades, so that rows and columns say what they can.
DECAY = 0.02
# What the rounds before weigh in the average of the nets.
AVERAGE = 0.9

BEGAN = time.monotonic()


def log(*words):
    print(f"[{time.monotonic() - BEGAN:7.1f}]", *words, flush=True)


class Square:
    """The shape of the board."""

    def __init__(self, side):
        self.side, self.cells = side, side * side
        cell = np.arange(self.cells)
        self.row, self.col = cell // side, cell % side
        self.mirror_cell = self.col * side + self.row
        self.mirror_number = np.concatenate([[0], self.mirror_cell[:-1] + 1]).astype(np.uint8)
        # The blank's moves: up, left, right, down; two that undo each other add up to three.
        self.offsets = np.array([-side, -1, 1, side])
        self.legal = np.stack([self.row > 0, self.col > 0, self.col < side - 1, self.row < side - 1])
        # By the blank's cell and its last move, 4 for none: how many moves do not go straight back, and which.
        on = self.legal.T[:, None] & (np.arange(5)[:, None] + np.arange(4) != 3)
        self.ways, self.onward = on.sum(2), np.argsort(~on, 2, "stable")
        self.goal = np.concatenate([cell[1:], [0]]).astype(np.uint8)
        self.words = np.random.default_rng(1).integers(0, 2**32, (2, self.cells, self.cells), dtype=np.uint32)
        self.words[:, 0] = 0
        self.goal_key = self.keys(self.goal[None])[:, 0]

    def keys(self, boards):
        return np.bitwise_xor.reduce(self.words[:, boards, np.arange(self.cells)], axis=2)


def slide(square, boards, blanks, moves, go):
    """Makes the moves where `go` says so; gives the blanks' new cells."""
    each = np.arange(len(boards))
    sources = np.where(go, blanks + square.offsets[moves], blanks)
    boards[each, blanks] = boards[each, sources]
    boards[each, sources] = 0
    return sources


def walks(square, count, random, least, most):
    """Boards after walks from the goal that never go straight back; all factors of length are as likely."""
    boards = np.tile(square.goal, (count, 1))
    blanks, last = np.full(count, square.cells - 1), np.full(count, 4)
    lengths = np.exp(random.uniform(np.log(least), np.log(most), count)).astype(int)
    for g in range(lengths.max()):
        drawn = (random.random(count) * square.ways[blanks, last]).astype(int)
        moves, go = square.onward[blanks, last, drawn], g < lengths
        blanks = slide(square, boards, blanks, moves, go)
        last = np.where(go, moves, last)
    return boards


def shuffled(square, count, random):
    """Boards of which all that the goal can be reached from are as likely."""
    boards = random.permuted(np.tile(square.goal, (count, 1)), axis=1)
    order = np.where(boards == 0, square.cells, boards).astype(int)
    inversions = np.triu(order[:, :, None] > order[:, None, :]).sum((1, 2))
    blank = np.argmin(boards, 1)
    odd = (inversions + square.row[blank] + square.col[blank]) % 2 == 1
    # Two tiles change places where a walk to the goal would need an odd permutation by even moves, or the reverse.
    first, second = np.argmax(boards == 1, 1), np.argmax(boards == 2, 1)
    boards[odd, first[odd]], boards[odd, second[odd]] = 2, 1
    return boards


def floors(square, boards):
    """Manhattan distances and linear conflicts."""
    side = square.side
    grid = boards.reshape(-1, side, side).astype(jnp.int32)
    there = grid > 0
    home_row, home_col = jnp.where(there, (grid - 1) // side, -1), jnp.where(there, (grid - 1) % side, -1)
    row, col = jnp.arange(side)[None, :, None], jnp.arange(side)[None, None, :]
    total = jnp.sum(jnp.where(there, abs(home_row - row) + abs(home_col - col), 0), (1, 2))
    turned = lambda a: jnp.swapaxes(a, 1, 2)
    for own, places in ((home_row == row, home_col), (turned(home_col == col), turned(home_row))):
        # A bit for each pile of patience sorting, for all lines at once.
        piles = jnp.zeros(grid.shape[:2], jnp.int32)
        for place in range(side):
            bit = 1 << jnp.maximum(places[:, :, place], 0)
            above = piles & ~(bit - 1)
            piles = jnp.where(own[:, :, place], (piles ^ (above & -above)) | bit, piles)
        total += 2 * jnp.sum(jnp.sum(own, 2) - jax.lax.population_count(piles), 1)
    return total


def new_net(square, key):
    side, cells = square.side, square.cells
    keys = jax.random.split(key, 6)
    normal = lambda k, spread, shape: spread * jax.random.normal(keys[k], shape)
    spread = 0.5 / np.sqrt(cells)
    return {
        "rows": normal(0, 0.7 * spread, (side, side, SUM)),
        "cols": normal(1, 0.7 * spread, (side, side, SUM)),
        "blank": normal(2, spread, (cells, SUM)),
        "own": jnp.zeros((cells, cells, SUM)),
        "bias": jnp.full(SUM, 0.3),
        "layer0": normal(3, np.sqrt(2 / SUM), (LAYER, SUM)),
        "bias0": jnp.full(LAYER, 0.1),
        "layer1": normal(4, np.sqrt(2 / LAYER), (LAYER, LAYER)),
        "bias1": jnp.full(LAYER, 0.1),
        "last": normal(5, np.sqrt(1 / LAYER), (LAYER,)),
        "last_bias": jnp.zeros(()),
        "conflicts": jnp.asarray(1.2),
        "direct": jnp.zeros((cells, cells)),
    }


# By part of a file: what stands for one.
ONES = {"vectors": 1024, "bias": 1024, "layer0": 4096, "bias0": 4096, "layer1": 4096, "bias1": 4096, "last": 1024}
ONES |= {"last_bias": 64 * SCALE, "conflicts": 4096, "direct": 1024 * SCALE}


def shapes(square):
    """The parts of a file, in their order."""
    cells = square.cells
    parts = {"vectors": (cells, cells, SUM), "bias": (SUM,)}
    parts |= {"layer0": (LAYER, SUM), "bias0": (LAYER,), "layer1": (LAYER, LAYER), "bias1": (LAYER,)}
    return parts | {"last": (LAYER,), "last_bias": (), "conflicts": (), "direct": (cells, cells)}


def read_net(path, square):
    """The net in a file, and whether it is one of a smaller square, stretched."""
    numbers, net = np.fromfile(path, "<i2").astype(np.float32), {}
    size = lambda side: sum(int(np.prod(shape)) for shape in shapes(Square(side)).values())
    side = next((side for side in range(2, square.side + 1) if size(side) == len(numbers)), None)
    assert side, "the file is not that of a net of this square or a smaller one"
    for name, shape in shapes(Square(side)).items():
        count = int(np.prod(shape))
        net[name], numbers = jnp.asarray(numbers[:count].reshape(shape) / ONES[name]), numbers[count:]
    for name in ("vectors", "direct"):
        net[name] = stretched(net[name], side, square.side)
    # Rows and columns get what they can say, the rest is the numbers' own.
    vectors = net.pop("vectors")
    tiles = by_lines(vectors, square.side)
    net["rows"] = jnp.nanmean(tiles, (1, 3))
    net["cols"] = jnp.nanmean(tiles - net["rows"][:, None, :, None], (0, 2))
    net["blank"] = vectors[0]
    net["own"] = jnp.zeros_like(vectors)
    net["own"] = vectors - vectors_of(net, square)
    return net, side < square.side


def by_lines(part, side):
    """A part by number and cell, by home row, home column, row and column; what no tile has is not a number."""
    tiles = jnp.concatenate([part[1:], jnp.full_like(part[:1], jnp.nan)])
    return tiles.reshape((side,) * 4 + part.shape[2:])


def stretched(part, side, onto):
    """A part by number and cell of a smaller square, interpolated between lines."""
    if side == onto:
        return part
    at = np.linspace(0, side - 1, onto)
    line = np.minimum(at.astype(int), side - 2)
    weights = np.zeros((onto, side))
    weights[np.arange(onto), line], weights[np.arange(onto), line + 1] = line + 1 - at, at - line
    tiles = by_lines(part, side)
    # There is no tile in the last corner; it takes after its neighbours.
    tiles = tiles.at[-1, -1].set((tiles[-1, -2] + tiles[-2, -1]) / 2)
    tiles = jnp.einsum("ia,jb,kc,ld,abcd...->ijkl...", *[weights] * 4, tiles, optimize=True)
    blank = jnp.einsum("kc,ld,cd...->kl...", *[weights] * 2, part[0].reshape(side, side, *part.shape[2:]))
    cells = onto * onto
    return jnp.concatenate([blank.reshape(1, cells, *part.shape[2:]), tiles.reshape(cells, cells, *part.shape[2:])[:-1]])


def vectors_of(net, square):
    """By number and cell: what it adds to the sum."""
    side, cells = square.side, square.cells
    # By home row, home column, row and column.
    rows, cols = net["rows"][:, None, :, None, :], net["cols"][None, :, None, :, :]
    tiles = (jnp.broadcast_to(rows, (side,) * 4 + (SUM,)) + cols).reshape(cells, cells, SUM)[: cells - 1]
    return jnp.concatenate([net["blank"][None], tiles]) + net["own"]


def half_product(a, b):
    """The product in 16 bits, summed up in 32."""
    return jnp.dot(a.astype(jnp.bfloat16), b.astype(jnp.bfloat16), preferred_element_type=jnp.float32)


def ending(net, sums, direct, floor):
    """The score of boards of which the vectors and the numbers added directly are summed up."""
    units = jnp.clip(sums, 0, 1)
    for layer in range(2):
        units = jnp.clip(half_product(units, net[f"layer{layer}"].T) + net[f"bias{layer}"], 0, 1)
    return SCALE * (units @ net["last"] + net["last_bias"] + direct) + net["conflicts"] * floor


def score(net, square, boards, floor):
    cells = square.cells
    shown = jax.nn.one_hot(boards, cells, dtype=jnp.bfloat16).reshape(-1, cells * cells)
    by_cell = vectors_of(net, square).transpose(1, 0, 2).reshape(cells * cells, -1)
    direct = half_product(shown, net["direct"].T.reshape(-1, 1))[:, 0]
    return ending(net, half_product(shown, by_cell) + net["bias"], direct, floor)


@functools.partial(jax.jit, static_argnums=1)
def leader_of(net, square):
    """The net as beams use it: vectors in whole numbers, and what each slide adds, by tile, the blank's cell and move."""
    whole = lambda name, part: jnp.rint(part * ONES[name]).astype(jnp.int16)
    vectors = whole("vectors", vectors_of(net, square))
    to = jnp.arange(square.cells)[:, None]
    source = jnp.clip(to + square.offsets, 0, square.cells - 1)
    adds = lambda by: (by[:, to] - by[:, source] + by[0][source] - by[0][to]).reshape(4 * square.cells**2, *by.shape[2:])
    own = {"vectors": vectors, "bias": whole("bias", net["bias"])}
    return {**net, **own, "slides": adds(vectors), "direct_slides": adds(net["direct"])}


class Beams:
    """Beams of one width, side by side."""

    def __init__(self, square, count, width):
        self.square, self.count, self.width = square, count, width
        self.room, self.places = 5 * width // 2, PLACES * width

    @functools.partial(jax.jit, static_argnums=0)
    def begin(self, leader, boards, keys):
        count, width, cell = self.count, self.width, jnp.arange(self.square.cells)
        first = lambda value: jnp.zeros((count, width) + value.shape[1:], value.dtype).at[:, 0].set(value)
        return {
            "boards": first(boards),
            "alive": first(jnp.ones(count, bool)),
            "blanks": first(jnp.argmin(boards, 1).astype(jnp.int32)),
            "last": jnp.full((count, width), 4, jnp.int32),
            "keys": jnp.stack([first(part) for part in keys]),
            "scores": jnp.zeros((count, width), jnp.float32),
            "sums": first(jnp.sum(leader["vectors"][boards, cell], 1, dtype=jnp.int16) + leader["bias"]),
            "direct": first(jnp.sum(leader["direct"][boards, cell], 1)),
            "seen": jnp.zeros((count, self.places), jnp.uint32),
            "found": jnp.zeros(count, jnp.int32),
            "moves": jnp.int32(0),
        }

    @functools.partial(jax.jit, static_argnums=0)
    def step(self, leader, level):
        """The next level; the score each was cut at; where the children went, and where the level came from."""
        square, count, width, room = self.square, self.count, self.width, self.room
        cells, offsets = square.cells, jnp.asarray(square.offsets, jnp.int32)
        words, legal = jnp.asarray(square.words), jnp.asarray(square.legal)
        boards, blanks = level["boards"], level["blanks"][..., None]
        row = jnp.arange(count)[:, None]
        move = jnp.arange(4)
        sources = jnp.clip(blanks + offsets, 0, cells - 1)
        tiles = jnp.take_along_axis(boards, sources, 2).astype(jnp.int32)
        keys = level["keys"][..., None] ^ words[:, tiles, sources] ^ words[:, tiles, blanks]
        keys = keys.reshape(2, count, 4 * width)
        new = legal[move, blanks] & (level["last"][..., None] + move != 3) & level["alive"][..., None]
        place = (keys[1] & (self.places - 1)).astype(jnp.int32)
        new = new.reshape(count, 4 * width) & (level["seen"][row, place] != keys[0])
        # Of children with one key the last stays; other keys in its place stay too.
        child = jnp.broadcast_to(jnp.arange(4 * width, dtype=jnp.int32), (count, 4 * width))
        table = jnp.full((count, self.places), -1, jnp.int32).at[row, place].max(jnp.where(new, child, -1))
        winner = jnp.maximum(table[row, place], 0)
        double = new & (winner != child) & (jnp.take_along_axis(keys[0], winner, 1) == keys[0])
        first = new & ~double
        seen = level["seen"].at[row, jnp.where(first, place, self.places)].set(keys[0], mode="drop")
        goal = first & (keys[0] == square.goal_key[0]) & (keys[1] == square.goal_key[1])
        moves = level["moves"] + 1
        found = jnp.where((level["found"] == 0) & jnp.any(goal, 1), moves, level["found"])
        # Children side by side, and their scores.
        rank = jnp.cumsum(first, 1) - 1
        packed = jnp.full((count, room), -1, jnp.int32).at[row, jnp.where(first, rank, room)].set(child, mode="drop")
        there, packed = packed >= 0, jnp.maximum(packed, 0)
        take = lambda a, at: jnp.take_along_axis(a, at.reshape(at.shape + (1,) * (a.ndim - 2)), 1)
        before, to = take(boards, packed // 4), take(level["blanks"], packed // 4)
        source = jnp.clip(to + offsets[packed % 4], 0, cells - 1)
        tile, cell = jnp.take_along_axis(before, source[..., None], 2), jnp.arange(cells)
        after = jnp.where(cell == to[..., None], tile, jnp.where(cell == source[..., None], 0, before)).astype(jnp.uint8)
        slides = (tile[..., 0].astype(jnp.int32) * cells + to) * 4 + packed % 4
        sums = level["sums"].reshape(-1, SUM)
        vector = lambda at, slides: sums[row * width + at] + leader["slides"][slides]
        direct = take(level["direct"], packed // 4) + leader["direct_slides"][slides]
        floor = floors(square, after.reshape(-1, cells)).reshape(count, room).astype(jnp.float32)
        scored = ending(leader, vector(packed // 4, slides) / jnp.bfloat16(ONES["vectors"]), direct, floor)
        # The best of them.
        steps = jnp.where(there, jnp.clip((scored * 16).astype(jnp.int32), 0, BINS - 2), BINS - 1)
        so_far = jnp.cumsum(jnp.zeros((count, BINS), jnp.int32).at[row, steps].add(1)[:, : BINS - 1], 1)
        cut = jnp.sum(so_far <= width, 1)
        below = jnp.where(cut > 0, jnp.take_along_axis(so_far, jnp.maximum(cut - 1, 0)[:, None], 1)[:, 0], 0)
        tie = there & (steps == cut[:, None])
        kept = there & ((steps < cut[:, None]) | (tie & (jnp.cumsum(tie, 1) <= (width - below)[:, None])))
        spot = jnp.where(kept, jnp.cumsum(kept, 1) - 1, width)
        every = jnp.broadcast_to(jnp.arange(room, dtype=jnp.int32), (count, room))
        chosen = jnp.full((count, width), -1, jnp.int32).at[row, spot].set(every, mode="drop")
        alive, chosen = (chosen >= 0) & (found == 0)[:, None], jnp.maximum(chosen, 0)
        went = jnp.take_along_axis(rank, jnp.where(double, winner, child), 1)
        spots = jnp.take_along_axis(spot, jnp.clip(went, 0, room - 1), 1)
        went = jnp.where(new & (went < room), spots, width).reshape(count, width, 4)
        origins = take(packed, chosen)
        following = {
            "boards": take(after, chosen),
            "alive": alive,
            "blanks": take(source, chosen),
            "last": origins % 4,
            "keys": jnp.stack([take(part, origins) for part in keys]),
            "scores": take(scored, chosen),
            # Added up anew: to write down the sums of all children would cost more.
            "sums": vector(origins // 4, take(slides, chosen)),
            "direct": take(direct, chosen),
            "seen": seen,
            "found": found,
            "moves": moves,
        }
        cut_score = jnp.where(cut < BINS - 1, cut / 16, jnp.inf)
        return following, cut_score, went, (origins, jnp.argmax(goal, 1).astype(jnp.int32))

    @functools.partial(jax.jit, static_argnums=0)
    def targets(self, key, level, later, cut, went):
        """Boards of a level with what a level a window later says of them, and whether that is only a lower bound."""
        count, width = self.count, self.width
        row = jnp.arange(count)[:, None, None]
        best = jnp.where(later["alive"], later["scores"], jnp.inf)
        for step in went[::-1]:
            best = jnp.min(jnp.pad(best, ((0, 0), (0, 1)), constant_values=jnp.inf)[row, step], -1)
        bound = jnp.isinf(best)
        target = WINDOW + jnp.where(bound, cut[:, None], best)
        half = WRITTEN // count // 2
        drawn = jax.random.uniform(key, (2, count, width))
        any_of, ready = jax.lax.top_k(jnp.where(level["alive"], drawn[0], -1), half)
        lasting, others = jax.lax.top_k(jnp.where(level["alive"] & ~bound, drawn[1], -1), half)
        chosen = jnp.concatenate([ready, others], 1)
        take = lambda a: jnp.take_along_axis(a, chosen, 1)
        good = jnp.concatenate([any_of, lasting], 1) >= 0
        good &= jnp.isfinite(take(target)) & (later["found"] == 0)[:, None]
        boards = jnp.take_along_axis(level["boards"], chosen[..., None], 1)
        return boards, take(target), take(bound), good

    def run(self, net, boards, key=None):
        """The lengths found, 0 for none; with a key also what was written down."""
        leader = leader_of(net, self.square)
        level, marked, went, origins, written = self.begin(leader, boards, self.square.keys(boards)), None, [], [], []
        for moves in range(1, LEVELS[self.square.side] + 1):
            level, cut, step, origin = self.step(leader, level)
            if key is not None:
                went.append(step)
                origins.append(origin)
                if moves % WINDOW == 0:
                    key, draw = jax.random.split(key)
                    if marked is not None:
                        written.append(self.targets(draw, marked, level, cut, went))
                    marked, went = level, []
            if moves % WINDOW == 0 and bool(jnp.all(level["found"] > 0)):
                break
        found = np.asarray(level["found"])
        if key is None:
            return found
        parts = [np.concatenate([np.asarray(part[i]).reshape(-1, *part[i].shape[2:]) for part in written]) for i in range(4)]
        return found, tuple(part[parts[3]] for part in parts[:3]), self.near(boards, found, origins)

    def near(self, starts, found, origins):
        """The last boards of the lines, with the moves left."""
        square, at, moves = self.square, jnp.zeros(self.count, jnp.int32), []
        for g in range(len(origins), 0, -1):
            at, move = back(at, found, g, *origins[g - 1])
            moves.append(move)
        boards, blanks = starts.copy(), np.argmin(starts, 1)
        parts, left = [], []
        for g, move in enumerate(np.asarray(jnp.stack(moves[::-1]))):
            close = (found > g) & (found - g <= NEAR)
            parts.append(boards[close])
            left.append((found - g)[close].astype(np.float32))
            blanks = slide(square, boards, blanks, np.minimum(move, 3), move < 4)
        assert (boards[found > 0] == square.goal).all(), "a line does not end at the goal"
        return np.concatenate(parts), np.concatenate(left), np.zeros(sum(map(len, left)), bool)


@jax.jit
def back(at, found, moves, before, goal):
    """From places in the level after this many moves: those in the level before, and the move, 4 for none."""
    on = found >= moves
    code = jnp.where(found == moves, goal, before[jnp.arange(len(at)), at])
    return jnp.where(on, code // 4, at), jnp.where(on, code % 4, 4)


def gather(square, net, beams, random):
    """What beams on new boards write down: windows, and the ends of lines."""
    part = beams.count // 4
    short, long = walks(square, part, random, 100, 1000), walks(square, beams.count - 2 * part, random, 1000, 10000)
    boards = np.concatenate([shuffled(square, part, random), short, long])
    found, windows, ends = beams.run(net, boards, jax.random.key(int(random.integers(2**31))))
    return found, windows, ends


class Pool:
    """The last boards written down, with targets, bounds and floors, on the device."""

    def __init__(self, square, room):
        self.square, self.room, self.part, self.count = square, room, room // 64, 0
        kinds = {np.uint8: (room, square.cells), np.float32: (room,), bool: (room,), np.int16: (room,)}
        self.parts = tuple(jnp.zeros(shape, kind) for kind, shape in kinds.items())
        self.rest = [np.zeros((0, *part.shape[1:]), part.dtype) for part in self.parts[:3]]

    def add(self, *written):
        """Adds whole parts, in place of the oldest; the rest waits."""
        new = [np.concatenate(pair) for pair in zip(self.rest, written)]
        whole = len(new[0]) // self.part * self.part
        for at in range(0, whole, self.part):
            self.parts = put(self.square, self.parts, self.count % self.room, *(a[at : at + self.part] for a in new))
            self.count += self.part
        self.rest = [a[whole:] for a in new]

    def arrays(self):
        assert self.count, "too few boards were written down: ask for more beams, or less room"
        return (*self.parts, jnp.int32(min(self.count, self.room)))


@functools.partial(jax.jit, static_argnums=0, donate_argnums=1)
def put(square, parts, at, *new):
    new = (*new, floors(square, new[0]).astype(jnp.int16))
    return tuple(jax.lax.dynamic_update_slice_in_dim(whole, part, at, 0) for whole, part in zip(parts, new))


def losses(net, square, boards, targets, bounds, floor):
    off = (score(net, square, boards, floor.astype(jnp.float32)) - targets) / (1 + targets / 60)
    off = jnp.where(bounds, jnp.minimum(off, 0), off)
    return jnp.where(jnp.abs(off) < 2, off * off / 2, 2 * jnp.abs(off) - 2)


@functools.partial(jax.jit, static_argnums=1)
def loss_of(net, square, boards, targets, bounds):
    return jnp.mean(losses(net, square, boards, targets, bounds, floors(square, boards)))


@functools.partial(jax.jit, static_argnums=0)
def fit(square, state, pools, key, rate):
    """The net and Adam's state after this many steps on the pools; the mean loss."""
    mirror_cell, mirror_number = jnp.asarray(square.mirror_cell), jnp.asarray(square.mirror_number)

    def loss(net, key):
        total = 0.0
        for (boards, targets, bounds, floor, count), part, weight in zip(pools, PARTS, WEIGHTS):
            key, draw, turn = jax.random.split(key, 3)
            chosen = jax.random.randint(draw, (int(part * BATCH),), 0, count)
            picked = boards[chosen]
            turned = jax.random.bernoulli(turn, 0.5, (len(chosen), 1))
            picked = jnp.where(turned, mirror_number[picked[:, mirror_cell]], picked)
            total += weight * jnp.mean(losses(net, square, picked, targets[chosen], bounds[chosen], floor[chosen]))
        return total

    def step(carry, t):
        (net, mean, square_mean, done), key = carry
        key, draw = jax.random.split(key)
        value, slope = jax.value_and_grad(loss)(net, draw)
        done += 1
        now = rate * jnp.minimum(1, done / 500) * (1 - t / STEPS)
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, slope)
        square_mean = jax.tree.map(lambda s, g: 0.99 * s + 0.01 * g * g, square_mean, slope)
        scaled = lambda m, s: (m / (1 - 0.9**done)) / (jnp.sqrt(s / (1 - 0.99**done)) + 1e-8)
        net = jax.tree.map(lambda x, m, s: x - now * scaled(m, s), net, mean, square_mean)
        for name in ("layer0", "layer1"):
            net[name] = jnp.clip(net[name], -1.98, 1.98)
        for name in ("own", "direct"):
            net[name] *= 1 - DECAY * now
        return ((net, mean, square_mean, done), key), value

    (state, _), values = jax.lax.scan(step, (state, key), jnp.arange(STEPS, dtype=jnp.float32))
    return state, jnp.mean(values)


@jax.jit
def blend(averaged, net):
    """The average of the nets with one more."""
    return jax.tree.map(lambda a, b: AVERAGE * a + (1 - AVERAGE) * b, averaged, net)


def whole_numbers(net, square):
    """The net as `net.rs` reads it, part by part."""
    parts = {"vectors": vectors_of(net, square), **net}
    whole = {
        name: np.rint(np.asarray(parts[name], np.float64) * ONES[name]).astype(np.int64) for name in shapes(square)
    }
    largest = max(np.abs(part).max() for part in whole.values())
    assert largest < 2**15, f"{largest} does not fit in 16 bits"
    return whole


def whole_score(parts, board, floor):
    """The score in sixteenths of a move."""
    cells = np.arange(len(board))
    units = np.clip((parts["bias"] + parts["vectors"][board, cells].sum(0) + 2) >> 2, 0, 255)
    for layer in range(2):
        units = np.clip((parts[f"layer{layer}"] @ units + (parts[f"bias{layer}"] << 8) + 2048) >> 12, 0, 255)
    direct = (parts["direct"][board, cells].sum() << 4) + (parts["last_bias"] << 8) + (parts["conflicts"] << 2) * floor
    return int(parts["last"] @ units + direct) >> 10


def write(net, square, folder):
    os.makedirs(folder, exist_ok=True)
    parts = whole_numbers(net, square)
    np.concatenate([part.reshape(-1) for part in parts.values()]).astype("<i2").tofile(f"{folder}/{square.side}.net")
    for board in walks(square, 3, np.random.default_rng(5), 20, 2000):
        print(board.tolist(), whole_score(parts, board, int(floors(square, jnp.asarray(board[None]))[0])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("side", type=int, choices=LEVELS)
    parser.add_argument("folder")
    parser.add_argument("--from", dest="before", required=True)
    parser.add_argument("--new", action="store_true")
    usual = {"seconds": 300, "beams": 256, "width": 4096, "room": 1 << 22, "check": 64, "wide": 8192, "every": 5, "seed": 1}
    for name, number in usual.items():
        parser.add_argument(f"--{name}", type=int, default=number)
    given = parser.parse_args()
    square, random, began = Square(given.side), np.random.default_rng(given.seed), time.time()
    leader, grown = read_net(given.before, square)
    net = new_net(square, jax.random.key(given.seed)) if given.new else leader
    boards = walks(square, given.check, np.random.default_rng(99), 1000, 10000)
    beams, wide = Beams(square, given.beams, given.width), Beams(square, given.check, given.wide)
    windows, ends = Pool(square, given.room), Pool(square, ENDS * NEAR * given.beams)
    nothing = jax.tree.map(jnp.zeros_like, net)
    state = (net, nothing, nothing, jnp.float32(0))
    averaged = net

    def check(net):
        found = wide.run(net, boards)
        done = found[found > 0]
        mean = done.mean() if len(done) else 0
        log(f"beams of {given.wide} boards find {len(done)} of {len(found)} lines, mean {mean:.2f}")
        return -len(done), mean

    best, number = check(leader), 0
    if given.new:
        best = (1, 0)
    while (gone := (time.time() - began) / given.seconds) < 1:
        number += 1
        found, *written = gather(square, leader, beams, random)
        unseen = random.integers(0, len(written[0][0]), BATCH)
        before = loss_of(state[0], square, *(part[unseen] for part in written[0]))
        for pool, part in zip((windows, ends), written):
            pool.add(*part)
        # A new net learns from the other one at first, with more steps.
        young = given.new and number <= YOUNG
        rate = (1e-3 if given.new or grown else 4e-4) * (1 - 0.9 * gone)
        for _ in range(3 if young else 1):
            key = jax.random.key(int(random.integers(2**31)))
            state, value = fit(square, state, (windows.arrays(), ends.arrays()), key, rate)
        averaged = state[0] if young else blend(averaged, state[0])
        if not young or number == YOUNG:
            leader = averaged
        mean = found[found > 0].mean() if found.any() else 0
        log(f"round {number}: {np.sum(found > 0)} of {len(found)} lines, mean {mean:.2f}; loss {before:.4f} before, {value:.4f} while fitted")
        if number % given.every == 0 or time.time() - began > given.seconds:
            now = check(averaged)
            if now < best:
                best = now
                write(averaged, square, given.folder)


main()
