/**
 * The page's engine: optimises and packs the compiled module, or checks that the packed one is current.
 *
 *     node web/tools/engine.mjs write MODULE.wasm
 *     node web/tools/engine.mjs check
 *
 * The module is kept in the repository, so that the first build needs no WebAssembly compiler. Its hash is
 * part of its address in the page; the hash of the sources tells whether it is current. `cargo xtask page`
 * compiles it and calls this.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = new URL('../../', import.meta.url).pathname;
const PACKED = join(ROOT, 'web/app/engine/taquin.bin');
const NAMES = join(ROOT, 'web/app/js/engine/module.js');
/** What the module is compiled from. */
const CRATES = ['taquin', 'taquin-app', 'taquin-core', 'taquin-data', 'taquin-export', 'taquin-game', 'taquin-pdb', 'taquin-sat', 'taquin-search', 'taquin-wasm'];
/** Folders of a crate that do not go into it. */
const ASIDE = new Set(['tests', 'benches', 'examples', 'proptest-regressions', 'README.md']);
/** What a player downloads at most, in bytes. */
const MOST_BYTES = 700_000;
/** Rounds of the packer: more than these gain less than a tenth of a per cent. */
const ROUNDS = 15;
/** What the compiler uses by default, and every browser of the last years runs. */
const FEATURES = ['bulk-memory', 'bulk-memory-opt', 'call-indirect-overlong', 'multivalue', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'sign-ext'];

/** Paths of all files below a folder. */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !ASIDE.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** The hash of the sources. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const path of CRATES.flatMap((name) => filesOf(join(ROOT, 'crates', name))).sort()) {
    hash.update(path.slice(ROOT.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  hash.update(profileOf(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8')));
  return hash.digest('hex').slice(0, 32);
}

/** The settings that the module is compiled with. */
const profileOf = (manifest) => [...manifest.matchAll(/^\[profile\.page[^\n]*\n(?:(?!\[|#).*\n)*/gm)].map(String).join('');

const contentHash = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

async function write(compiled) {
  const optimised = `${compiled}.opt`;
  const tool = join(ROOT, 'web/node_modules/.bin/wasm-opt');
  execFileSync(tool, [...FEATURES.map((name) => `--enable-${name}`), '-Oz', compiled, '-o', optimised], { stdio: 'inherit' });
  const { gzipAsync } = await import('@gfx/zopfli');
  // A twentieth smaller than what zlib makes, and every browser unpacks it.
  const packed = await gzipAsync(readFileSync(optimised), { numiterations: ROUNDS });
  if (packed.length > MOST_BYTES) throw new Error(`the engine has ${packed.length} bytes packed, and may have ${MOST_BYTES}`);
  writeFileSync(PACKED, packed);
  writeFileSync(NAMES, `/**
 * Which module the page loads. Written by \`cargo xtask page\`.
 *
 * @module engine/module
 */

/** The file, with its hash, so that no cache mixes versions. */
export const MODULE = 'taquin.bin?v=${contentHash(packed)}';
/** The hash of the sources that it was compiled from. */
export const SOURCES = '${sourceHash()}';
`);
  console.log(`the engine has ${readFileSync(optimised).length} bytes, packed ${packed.length}`);
}

function check() {
  const names = readFileSync(NAMES, 'utf8');
  if (!names.includes(`'taquin.bin?v=${contentHash(readFileSync(PACKED))}'`)) throw new Error('web/app/js/engine/module.js names another engine than web/app/engine/taquin.bin');
  if (!names.includes(`'${sourceHash()}'`)) throw new Error('the engine in web/app/engine is older than its sources: run `cargo xtask page`');
}

const [what, compiled] = process.argv.slice(2);
try {
  if (what === 'write' && compiled) await write(compiled);
  else if (what === 'check') check();
  else throw new Error('usage: engine.mjs write MODULE.wasm | check');
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
