/**
 * How fast the page's engine is: its tables, Korf's hundred with them, and IDA* nodes per second.
 *
 *     [TAQUIN=BINARY] node web/tools/speed.mjs [MODULE.wasm]
 *
 * One thread, without a browser; the answers are checked against the published lengths. Where a binary is named, it is
 * compared with: the same boards, the same number of nodes, per second of processor time.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const ROOT = new URL('../../', import.meta.url);
const [given] = process.argv.slice(2);
const module = given ? readFileSync(given) : gunzipSync(readFileSync(new URL('web/app/engine/taquin.bin', ROOT)));

let wasm = null;
const bytesAt = (pointer, length) => new Uint8Array(wasm.memory.buffer, pointer, length);
const textAt = (pointer, length) => new TextDecoder().decode(bytesAt(pointer, length));
const host = {
  now: () => performance.now(),
  is_cancelled: () => 0,
  progress: () => {},
  table_bytes: () => {},
  panicked: (pointer, length) => console.error(textAt(pointer, length)),
};
({ instance: { exports: wasm } } = await WebAssembly.instantiate(module, { host }));
const session = wasm.start();

function put(text) {
  const bytes = new TextEncoder().encode(text);
  const pointer = wasm.allocate(bytes.length);
  bytesAt(pointer, bytes.length).set(bytes);
  return [pointer, bytes.length];
}

function ask(name, question) {
  const ok = wasm.ask(session, ...put(name), ...put(JSON.stringify(question))) === 1;
  const reply = JSON.parse(textAt(wasm.reply(session), wasm.reply_length(session)));
  if (!ok) throw new Error(JSON.stringify(reply));
  return reply;
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
function timed(what, deed) {
  const [before, began] = [cpu(), performance.now()];
  const said = deed();
  console.log(`${what}: ${(cpu() - before).toFixed(2)} CPU s, ${((performance.now() - began) / 1000).toFixed(2)} s${said ? `, ${said}` : ''}`);
}

const rows = readFileSync(new URL('crates/taquin-data/data/korf-15-100.tsv', ROOT), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
const boards = rows.map((line) => {
  const [, , , goal, tiles, optimal] = line.split('\t');
  const cells = tiles.split(' ');
  return { goal, optimal: Number(optimal), board: [0, 4, 8, 12].map((at) => cells.slice(at, at + 4).join(' ')).join('/') };
});
const TABLES = 'pdb-ida:tables=7-7-1';

timed('tables 7-7-1', () => {
  const [{ board, goal }] = boards;
  ask('solve', { board, goal, algorithm: TABLES, limits: { nodes: 1, time_ms: 60_000 } });
});
timed("Korf's hundred", () => {
  let [moves, expanded] = [0, 0];
  for (const { board, goal, optimal } of boards) {
    const { length, proven, stats } = ask('solve', { board, goal, algorithm: TABLES, limits: { time_ms: 60_000 } });
    if (!proven || length !== optimal) throw new Error(`${board}: ${length}`);
    moves += length;
    expanded += stats.expanded;
  }
  return `${moves} moves, ${expanded} expanded`;
});
/** Nodes of each comparison, on the board of the hundred that takes the most. */
const NODES = 20_000_000;
const { board, goal } = boards[87];
for (const heuristic of ['manhattan', 'linear-conflict', 'walking-distance']) {
  const before = cpu();
  const { stats } = ask('solve', { board, goal, algorithm: `ida/${heuristic}`, limits: { time_ms: 60_000, nodes: NODES } });
  const here = stats.expanded / 1e6 / (cpu() - before);
  const there = native(heuristic, stats.expanded);
  console.log(`ida/${heuristic}: ${here.toFixed(1)} M nodes/s${there ? `, ${Math.round((100 * here) / there)} % of ${there.toFixed(1)} by the command line` : ''}, ${stats.expanded} expanded`);
}

/** M nodes per second of processor time by the command line, where one is named. */
function native(heuristic, expanded) {
  const { TAQUIN } = process.env;
  if (!TAQUIN) return null;
  const question = ['solve', board, '--goal', goal, '--algo', `ida:heuristic=${heuristic}`, '--node-limit', String(NODES), '--format', 'json'];
  const { stdout, stderr } = spawnSync('bash', ['-c', 'TIMEFORMAT=%U; time "$0" "$@"', TAQUIN, ...question], { encoding: 'utf8' });
  const [answer] = [JSON.parse(stdout)].flat();
  if (answer.stats.expanded !== expanded) throw new Error(`${expanded} nodes here, ${answer.stats.expanded} by the command line`);
  return expanded / 1e6 / Number(stderr.trim().split('\n').at(-1));
}
