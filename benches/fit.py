"""Fits the learned score of `anytime` and `gpu-beam` to lines that beams found; needs JAX, better with a GPU.

fit.py SIDE WEIGHTS LINES… [--from WEIGHTS] [--seconds 30] [--rank 0] [--rate 0.003] [--seed 1]

LINES are written by `taquin-benches lines`. WEIGHTS are of the form of the files in
`crates/taquin-search/src/algorithms/anytime/learned`: numbers of 16 bits, 128 for one, in the order of `write`.
With --from, what is added to those weights is fitted.

What is made small, on a batch of boards of lines and of levels of beams, half of them mirrored:
- for a board of a line: Huber's loss, with delta 2, of the score less the moves left, over 1 + moves / 60. Every board
  of a line with the blank in a corner is a goal too: the boards before it, renamed, are more of the kind;
- for a board of a line and four of the same level of the beam: log(1 + exp((its score - theirs) / 2)),
  times RANK. Beware: the boards of a level are those that the weights of the beam liked, so this may teach to
  dislike what they liked; in the few trials made, beams led by such weights found longer lines.
The vector of a tile in a cell is one for its home's row and its row, one for its home's column and its column, and
a correction of its own that decays. Adam, the rate falling as (1 + cos) / 2. The first tenth of the lines is
kept aside, and what does best on it counts.
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np

SUM, LAYER, SAMPLES = 32, 16, 4
# Boards of a batch that are compared with others of their level, and boards before other goals.
BATCH, MORE = 1024, 4096
CHUNK = 250
DECAY = 2.0
# Other goals that are taken from a line, and the fewest moves before them.
GOALS, FEWEST = 6, 20


def read(paths, cells):
    """Lines: their boards with the goal, their floors, and four other boards of each level with theirs."""
    width = cells + 2
    lines = []
    for path in paths:
        data = np.fromfile(path, dtype=np.uint8)
        at = 0
        while at + 2 <= len(data):
            moves = int(data[at]) | int(data[at + 1]) << 8
            at += 2
            count = (moves + 1) + SAMPLES * (moves - 1)
            if at + count * width > len(data):
                break
            rows = data[at : at + count * width].reshape(count, width)
            at += count * width
            floor = rows[:, cells].astype(np.int32) | rows[:, cells + 1].astype(np.int32) << 8
            # The start has no level of its own: zeros stand for boards that are not there.
            none = np.zeros((1, SAMPLES, cells), np.uint8)
            beside = np.concatenate([none, rows[moves + 1 :, :cells].reshape(moves - 1, SAMPLES, cells)])
            zero = np.zeros((1, SAMPLES), np.int32)
            beside_floors = np.concatenate([zero, floor[moves + 1 :].reshape(moves - 1, SAMPLES)])
            lines.append((rows[: moves + 1, :cells], floor[: moves + 1], beside, beside_floors))
    print(f"{len(lines)} lines, mean {np.mean([len(line[0]) - 1 for line in lines]):.2f}", flush=True)
    return lines


def compared(lines):
    """All boards of the lines but the goals, their floors and moves left, and the others of their level."""
    parts = [
        [line[0][:-1] for line in lines],
        [line[1][:-1] for line in lines],
        [np.arange(len(line[0]) - 1, 0, -1, dtype=np.int32) for line in lines],
        [line[2] for line in lines],
        [line[3] for line in lines],
    ]
    return [np.concatenate(part) for part in parts]


def renamed(lines, side, random):
    """Boards before other goals of the lines, their floors and moves left."""
    cells = side * side
    boards, left = [], []
    for line in lines:
        all_boards = line[0]
        blanks = np.argmin(all_boards, 1)
        corners = np.isin(blanks, [0, side - 1, cells - side, cells - 1])
        stops = np.flatnonzero(corners)
        stops = stops[(stops >= FEWEST) & (stops < len(all_boards) - 1)]
        for stop in random.permutation(stops)[:GOALS]:
            blank = blanks[stop]
            row, col = np.arange(cells) // side, np.arange(cells) % side
            row = side - 1 - row if blank < side else row
            col = side - 1 - col if blank % side == 0 else col
            turn = row * side + col
            names = np.zeros(cells, np.uint8)
            names[all_boards[stop]] = turn + 1
            names[0] = 0
            turned = np.empty((stop, cells), np.uint8)
            turned[:, turn] = names[all_boards[:stop]]
            boards.append(turned)
            left.append(np.arange(stop, 0, -1, dtype=np.int32))
    boards = np.concatenate(boards)
    return [boards, floors_of(boards, side), np.concatenate(left)]


def floors_of(boards, side):
    """Manhattan distances and linear conflicts."""
    grid = boards.reshape(-1, side, side).astype(np.int32)
    home_row, home_col = (grid - 1) // side, (grid - 1) % side
    there = grid > 0
    row, col = np.arange(side)[None, :, None], np.arange(side)[None, None, :]
    floors = np.sum((abs(home_row - row) + abs(home_col - col)) * there, (1, 2))
    for line in range(side):
        for own, places in (
            ((home_row == line)[:, line, :] & there[:, line, :], home_col[:, line, :]),
            ((home_col == line)[:, :, line] & there[:, :, line], home_row[:, :, line]),
        ):
            piles = np.zeros(len(grid), np.int32)
            for place in range(side):
                bit = 1 << np.maximum(places[:, place], 0)
                above = piles & ~(bit - 1)
                piles = np.where(own[:, place], (piles ^ (above & -above)) | bit, piles)
            longest = np.sum((piles[:, None] >> np.arange(side)) & 1, 1)
            floors += 2 * (np.sum(own, 1) - longest)
    return floors


def geometry(side):
    cells = side * side
    home = np.arange(-1, cells - 1)
    row, col = np.arange(cells) // side, np.arange(cells) % side
    home_row, home_col = home // side, home % side
    mirror_cell = col * side + row
    mirror_tile = np.concatenate([[0], mirror_cell[: cells - 1] + 1])
    return cells, row, col, home_row, home_col, mirror_cell, mirror_tile


def take(path, side):
    """The weights of a file, or none at all."""
    cells = side * side
    shapes = {
        "vectors": (cells, cells, SUM),
        "bias": (SUM,),
        "layer": (LAYER, SUM),
        "layer_bias": (LAYER,),
        "last": (LAYER,),
        "last_bias": (),
        "conflicts": (),
        "direct": (cells, cells),
    }
    length = sum(int(np.prod(shape)) for shape in shapes.values())
    numbers = np.fromfile(path, "<i2").astype(np.float32) / 128 if path else np.zeros(length, np.float32)
    kept, at = {}, 0
    for name, shape in shapes.items():
        count = int(np.prod(shape))
        kept[name] = jnp.asarray(numbers[at : at + count].reshape(shape))
        at += count
    return kept


def begin(key, side, kept):
    """What is fitted: at first nothing is added, but for units that are not used yet, or to no weights at all."""
    cells = side * side
    keys = jax.random.split(key, 6)
    new = jnp.all(kept["layer"] == 0, 0).astype(jnp.float32)
    fresh = jnp.all(new == 1).astype(jnp.float32)
    normal = lambda k, shape: 0.15 * new * jax.random.normal(keys[k], shape)
    return {
        "rows": normal(0, (side, side, SUM)),
        "cols": normal(1, (side, side, SUM)),
        "blank": normal(2, (cells, SUM)),
        "own": jnp.zeros((cells, cells, SUM)),
        "bias": kept["bias"] + 3 * normal(3, (SUM,)),
        "layer": kept["layer"] + fresh * (2 / SUM) ** 0.5 * jax.random.normal(keys[4], (LAYER, SUM)),
        "layer_bias": kept["layer_bias"],
        "last": kept["last"] + fresh * jax.random.normal(keys[5], (LAYER,)),
        "last_bias": kept["last_bias"],
        "conflicts": kept["conflicts"] + 1.2 * fresh,
        "direct": jnp.zeros((cells, cells)),
    }


def tables(p, kept, side):
    """What a number in a cell adds to the sum, and directly to the score."""
    _, row, col, home_row, home_col, _, _ = geometry(side)
    tiles = p["rows"][home_row[1:, None], row[None, :]] + p["cols"][home_col[1:, None], col[None, :]]
    vectors = kept["vectors"] + jnp.concatenate([p["blank"][None], tiles]) + p["own"]
    return vectors, kept["direct"] + p["direct"]


def score(p, kept, side, boards, floors):
    cells = side * side
    vectors, direct = tables(p, kept, side)
    shown = jax.nn.one_hot(boards, cells)  # by board, cell and number
    flat = shown.reshape(-1, cells * cells)
    by_cell = jnp.concatenate([vectors, direct[..., None]], -1).transpose(1, 0, 2).reshape(cells * cells, SUM + 1)
    summed = flat @ by_cell
    hidden = jax.nn.relu(summed[:, :SUM] + p["bias"])
    layer = jax.nn.relu(hidden @ p["layer"].T + p["layer_bias"])
    return layer @ p["last"] + p["last_bias"] + summed[:, SUM] + p["conflicts"] * floors


def huber(scores, left):
    off = (scores - left) / (1 + left / 60)
    return jnp.where(jnp.abs(off) < 2, off * off / 2, 2 * jnp.abs(off) - 2)


def losses(p, kept, side, compared, more, key, rank):
    """The loss; and what it is made of, with the share of comparisons that come out right."""
    boards, floors, left, beside, beside_floors = compared
    cells, _, _, _, _, mirror_cell, mirror_tile = geometry(side)
    count, others = boards.shape[0], more[0].shape[0]
    every = jnp.concatenate([boards[:, None], beside], 1).astype(jnp.int32)
    mirrored = jax.random.bernoulli(key, 0.5, (count + others,))
    turn = lambda boards, flags: jnp.where(flags, jnp.asarray(mirror_tile)[boards[..., mirror_cell]], boards)
    every = turn(every, mirrored[:count, None, None]).reshape(-1, cells)
    every_floors = jnp.concatenate([floors[:, None], beside_floors], 1).reshape(-1)
    further = turn(more[0].astype(jnp.int32), mirrored[count:, None])
    all_floors = jnp.concatenate([every_floors, more[1]]).astype(jnp.float32)
    scores = score(p, kept, side, jnp.concatenate([every, further]), all_floors)
    first = scores[: count * (1 + SAMPLES)].reshape(count, 1 + SAMPLES)
    own = first[:, 0]
    value, further = jnp.mean(huber(own, left)), jnp.mean(huber(scores[count * (1 + SAMPLES) :], more[2]))
    there = (jnp.sum(beside.astype(jnp.int32), -1) > 0).astype(jnp.float32)
    ranks = jax.nn.softplus((own[:, None] - first[:, 1:]) / 2) * there
    before = (own[:, None] < first[:, 1:]) * there
    total = jnp.maximum(jnp.sum(there), 1)
    parts = (value, further, jnp.sum(ranks) / total, jnp.sum(before) / total)
    return parts[0] + parts[1] + rank * parts[2], parts


def write(p, kept, side, path):
    vectors, direct = tables(p, kept, side)
    order = [vectors, p["bias"], p["layer"], p["layer_bias"], p["last"], p["last_bias"], p["conflicts"], direct]
    numbers = np.concatenate([np.asarray(part, np.float64).reshape(-1) for part in order])
    whole = np.rint(numbers * 128)
    print(f"largest {np.abs(whole).max() / 128:.1f}, conflicts {float(p['conflicts']):.2f}")
    np.clip(whole, -32768, 32767).astype("<i2").tofile(path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("side", type=int)
    parser.add_argument("weights")
    parser.add_argument("lines", nargs="+")
    parser.add_argument("--from", dest="before")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rank", type=float, default=0)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    side, key = given.side, jax.random.key(given.seed)
    lines = read(given.lines, side * side)
    random = np.random.default_rng(given.seed)
    # The two directions of a line follow one another.
    aside = max(2, len(lines) // 20 * 2)
    known, unseen = lines[aside:], lines[:aside]
    data = [[jnp.asarray(a) for a in pool] for pool in (compared(known), renamed(known, side, random))]
    tests = [[jnp.asarray(a) for a in pool] for pool in (compared(unseen), renamed(unseen, side, random))]
    print(f"{len(data[0][0])} boards, {len(data[1][0])} more", flush=True)
    kept = take(given.before, side)
    p = begin(key, side, kept)
    state = (p, jax.tree.map(jnp.zeros_like, p), jax.tree.map(jnp.zeros_like, p))

    def evaluate(p, kept, pools, key):
        batch = []
        for pool, count in zip(pools, (BATCH, MORE)):
            key, draw = jax.random.split(key)
            index = jax.random.randint(draw, (count,), 0, pool[0].shape[0])
            batch.append([part[index] for part in pool])
        return losses(p, kept, side, *batch, key, given.rank)

    def step(carry, t):
        (p, mean, square), kept, key, total, pools = carry
        key, draw = jax.random.split(key)
        slope, parts = jax.grad(evaluate, has_aux=True)(p, kept, pools, draw)
        rate = given.rate * 0.5 * (1 + jnp.cos(jnp.pi * jnp.minimum(t / total, 1)))
        mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, slope)
        square = jax.tree.map(lambda s, g: 0.995 * s + 0.005 * g * g, square, slope)
        fresh = lambda m, s: m / (1 - 0.9 ** (t + 1)) / (jnp.sqrt(s / (1 - 0.995 ** (t + 1))) + 1e-6)
        p = jax.tree.map(lambda x, m, s: x - rate * fresh(m, s), p, mean, square)
        for name in ("own", "direct"):
            p[name] = p[name] * (1 - rate * DECAY)
        return ((p, mean, square), kept, key, total, pools), parts

    @jax.jit
    def chunk(state, kept, key, first, total, pools):
        times = first + jnp.arange(CHUNK, dtype=jnp.float32)
        carry, parts = jax.lax.scan(step, (state, kept, key, total, pools), times)
        return carry[0], carry[2], [jnp.mean(part) for part in parts]

    @jax.jit
    def check(p, kept, pools):
        keys = jax.random.split(jax.random.key(0), 8)
        pieces = jax.lax.map(lambda key: jnp.stack(evaluate(p, kept, pools, key)[1]), keys)
        return jnp.mean(pieces, 0)

    def show(text, parts):
        print(text, *(f"{float(part):.4f}" for part in parts), flush=True)

    parts = check(p, kept, tests)
    show("before", parts)
    worth = lambda parts: float(parts[0] + parts[1] + given.rank * parts[2])
    best, least = p, worth(parts)
    total, done, began = 1e6, 0, None
    while done < total:
        state, key, parts = chunk(state, kept, key, float(done), float(total), data)
        parts = [float(part) for part in parts]
        done += CHUNK
        if began is None:
            began = time.time()
        elif total == 1e6:
            # The first chunk was compiled, the second tells how many fit in.
            total = max(2, round(given.seconds / (time.time() - began))) * CHUNK
        if done // CHUNK % 4 == 0 or done >= total:
            checked = check(state[0], kept, tests)
            if worth(checked) < least:
                best, least = state[0], worth(checked)
            if done // CHUNK % 12 == 0 or done >= total:
                show(f"{done}/{total} {time.time() - began:.1f} s", [*parts, *checked])
    write(best, kept, side, given.weights)
    show("kept", check(best, kept, tests))


main()
