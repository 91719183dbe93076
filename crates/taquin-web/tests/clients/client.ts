// Uses the service through the types that openapi-typescript generates from its description.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";

import type { paths } from "./api.js";

const address = process.argv[2] ?? "";
const api = createClient<paths>({ baseUrl: address });
const board = "8 1 3/4 0 2/7 6 5";

const health = await api.GET("/api/v1/health");
assert.equal(health.data?.status, "ok");

const solved = await api.POST("/api/v1/solve", {
  body: { board, limits: { time_ms: 1000 } },
});
assert.equal(solved.data?.length, 14);
assert.equal(solved.data?.proven, true);

const hint = await api.POST("/api/v1/hint", { body: { board: [[8, 1, 3], [4, 0, 2], [7, 6, 5]] } });
assert.equal(hint.data?.distance, 14);

const refused = await api.POST("/api/v1/solve", { body: { board: "1 2 3/4 5 6/8 7 0" } });
assert.equal(refused.error?.type, "/problems/unsolvable");

const options = { heuristic: "manhattan", weight: 1.5 };
const weighted = await api.POST("/api/v1/solve", { body: { board, algorithm: "wastar", options } });
assert.ok(weighted.data ?? weighted.error);

const begun = await api.POST("/api/v1/jobs", {
  params: { header: { "Idempotency-Key": "typescript" } },
  body: { kind: "compare", board, with: ["bfs", "astar/manhattan"] },
});
const id = begun.data?.id ?? "";
let job = begun.data;
while (job && (job.state === "queued" || job.state === "running")) {
  await new Promise((done) => setTimeout(done, 20));
  job = (await api.GET("/api/v1/jobs/{id}", { params: { path: { id } } })).data;
}
assert.equal(job?.state, "done");
assert.equal(job?.progress.runs?.length, 2);

const film = await api.GET("/api/v1/render.gif", {
  params: { query: { b: "8,1,3/4,0,2/7,6,5" } },
  parseAs: "arrayBuffer",
});
assert.ok((film.data as ArrayBuffer).byteLength > 100);

const sets = await api.GET("/api/v1/datasets");
assert.ok((sets.data?.datasets.length ?? 0) > 5);
