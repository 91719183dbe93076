// Rows of measurements: both layouts, damaged lines, and the statistics on numbers done by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowReader, pairs, quantile, summary } from '../../app/js/bench/rows.js';
import { csvFields } from '../../app/js/csv.js';

const row = (/** @type {object} */ part) => JSON.stringify({
  run_id: 'x', instance_id: 'a/1', algorithm: 'bfs', heuristic: null, repeat: 0, status: 'optimal', length: 4, proven: true,
  expanded: 17, generated: 35, peak_mem_bytes: 8e6, solve_s: 0.5, time_limit_s: 10, configuration: 'bfs', ...part,
});

test('lines may be cut anywhere, and damaged ones are counted', () => {
  const text = `${row({})}\n${row({ instance_id: 'a/2', status: 'limit', solve_s: 10 })}\n{"half":\n${row({ configuration: 'astar/manhattan' })}\n`;
  for (const size of [1, 7, 100, 10000]) {
    const reader = new RowReader();
    for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
    reader.push('', true);
    assert.equal(reader.runs.length, 3);
    assert.equal(reader.bad, 1);
    assert.deepEqual(reader.runs.map((run) => run.configuration), ['bfs', 'bfs', 'astar/manhattan']);
  }
});

test('CSV is read by the names of its columns', () => {
  const reader = new RowReader();
  reader.push('instance_id,status,solve_s,algorithm,heuristic,expanded,length,proven,repeat\n"a ""1""",optimal,0.25,astar,manhattan,38,14,true,2\nb,limit,1,bfs,,,,false,0', true);
  assert.deepEqual(reader.runs[0], {
    configuration: 'astar/manhattan', instance: 'a "1"#2', status: 'optimal', length: 14, proven: true, expanded: 38,
    generated: null, seconds: 0.25, memory: null, limit: null,
  });
  assert.equal(reader.runs[1].expanded, null);
  assert.deepEqual(csvFields('a,"b,c",,"d"'), ['a', 'b,c', '', 'd']);
});

test('quantiles, PAR-2 and pairs', () => {
  assert.equal(quantile([1, 2, 3, 4], 0.5), 2.5);
  assert.equal(quantile([7], 0.25), 7);
  const reader = new RowReader();
  reader.push([row({}), row({ instance_id: 'a/2', solve_s: 1.5 }), row({ instance_id: 'a/3', status: 'limit', solve_s: 10, length: null, proven: false })].join('\n'), true);
  const sum = summary(reader.runs);
  assert.deepEqual([sum.runs, sum.solved, sum.proven, sum.time], [3, 2, 2, 1]);
  assert.equal(sum.par2, (0.5 + 1.5 + 20) / 3);
  const found = pairs(reader.runs, reader.runs, 'time');
  assert.deepEqual(found.map(({ out }) => out), [false, false, true]);
});
