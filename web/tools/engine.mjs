/**
 * The page's modules: optimises and packs a compiled one, or checks that the packed ones are current.
 *
 *     node web/tools/engine.mjs write engine|rules|results MODULE.wasm
 *     node web/tools/engine.mjs check
 *
 * They are kept in the repository, so that the first build needs no WebAssembly compiler. The hash of a module is
 * part of its address in the page; the hash of its sources tells whether it is current. `cargo xtask page`
 * compiles them and calls this.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePreloads } from './preloads.mjs';

const ROOT = new URL('../../', import.meta.url).pathname;
const NAMES = join(ROOT, 'web/app/js/engine/module.js');
const RULES_CRATES = ['taquin-core', 'taquin-game'];
/** The modules: their file, the crates that they are compiled from, the most bytes to download, and their name in the page. */
const MODULES = {
  engine: {
    file: 'taquin.bin', constant: 'MODULE', most: 700_000,
    crates: ['taquin', 'taquin-app', 'taquin-data', 'taquin-export', 'taquin-pdb', 'taquin-sat', 'taquin-search', 'taquin-wasm', ...RULES_CRATES],
  },
  rules: { file: 'rules.bin', constant: 'RULES', most: 60_000, crates: ['taquin-wasm-game', ...RULES_CRATES] },
  // The border to the page is that of the rules.
  results: { file: 'results.bin', constant: 'RESULTS', most: 100_000, crates: ['taquin-wasm-results', 'taquin-wasm-game'] },
};
/** Folders of a crate that do not go into it. */
const ASIDE = new Set(['tests', 'benches', 'examples', 'proptest-regressions', 'README.md']);
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

/** The hash of a module's sources. */
function sourceHash({ crates }) {
  const hash = createHash('sha256');
  for (const path of crates.flatMap((name) => filesOf(join(ROOT, 'crates', name))).sort()) {
    hash.update(path.slice(ROOT.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  hash.update(profileOf(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8')));
  return hash.digest('hex').slice(0, 32);
}

/** The settings that the module is compiled with. */
const profileOf = (manifest) => [...manifest.matchAll(/^\[profile\.page[^\n]*\n(?:(?!\[|#).*\n)*/gm)].map(String).join('');

const contentHash = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const packedAt = ({ file }) => join(ROOT, 'web/app/engine', file);

/** The line that names a module in the page. */
const addressLine = (module) => `export const ${module.constant} = '${module.file}?v=${contentHash(readFileSync(packedAt(module)))}';`;
/** The line with the hash of its sources, as it is now. */
const sourceLine = (module) => `export const ${module.constant}_SOURCES = '${sourceHash(module)}';`;

async function write(name, compiled) {
  const module = MODULES[name];
  const optimised = `${compiled}.opt`;
  const tool = join(ROOT, 'web/node_modules/.bin/wasm-opt');
  execFileSync(tool, [...FEATURES.map((feature) => `--enable-${feature}`), '-Oz', compiled, '-o', optimised], { stdio: 'inherit' });
  const { gzipAsync } = await import('@gfx/zopfli');
  // A twentieth smaller than what zlib makes, and every browser unpacks it.
  const packed = await gzipAsync(readFileSync(optimised), { numiterations: ROUNDS });
  if (packed.length > module.most) throw new Error(`${module.file} has ${packed.length} bytes, and may have ${module.most}`);
  writeFileSync(packedAt(module), packed);
  writeNames(name);
  writePreloads();
  console.log(`${name}: ${readFileSync(optimised).length} bytes, packed ${packed.length}`);
}

/** Writes the names of all modules; the hashes of sources change for the one that was compiled. */
function writeNames(compiled) {
  const before = readFileSync(NAMES, 'utf8');
  const lines = Object.entries(MODULES).map(([name, module]) => {
    const [kept] = new RegExp(`^export const ${module.constant}_SOURCES.*$`, 'm').exec(before) ?? [];
    return `${addressLine(module)}\n${(name !== compiled && kept) || sourceLine(module)}`;
  });
  writeFileSync(NAMES, `/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by \`cargo xtask page\`.
 */

${lines.join('\n')}
`);
}

function check() {
  const names = readFileSync(NAMES, 'utf8');
  for (const [name, module] of Object.entries(MODULES)) {
    if (!names.includes(addressLine(module))) throw new Error(`web/app/js/engine/module.js names another ${name} than web/app/engine/${module.file}`);
    if (!names.includes(sourceLine(module))) throw new Error(`the ${name} in web/app/engine are older than their sources: run \`cargo xtask page\``);
  }
}

const [what, name, compiled] = process.argv.slice(2);
try {
  if (what === 'write' && MODULES[name] && compiled) await write(name, compiled);
  else if (what === 'check') check();
  else throw new Error('usage: engine.mjs write engine|rules|results MODULE.wasm | check');
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
