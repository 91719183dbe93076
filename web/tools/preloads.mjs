/**
 * Writes into each page the modules that it needs at once, and the rules, so that the browser fetches them together and
 * not one after the other as it reads their imports.
 *
 *     node web/tools/preloads.mjs     # a unit test says when to run it
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const APP = new URL('../app/', import.meta.url);
export const PAGES = ['index', 'learn', 'race', 'coach', 'bench', 'daily', 'quiz', 'embed'];
const LINKS = /(<link rel="(modulepreload|preload)" [^\n]*\n)*(?=<script type="module")/;

/** The modules that a module imports when it is loaded, and those that they import. @param {string} entry @param {Set<string>} [met] */
function imports(entry, met = new Set()) {
  const source = readFileSync(new URL(entry, APP), 'utf8');
  for (const [, from] of source.matchAll(/^(?:import|export)\b[^;'(]*'(\.[^']+)';/gm)) {
    const name = new URL(from, new URL(entry, APP)).href.slice(APP.href.length);
    if (met.has(name)) continue;
    met.add(name);
    imports(name, met);
  }
  return met;
}

/** A page as it should be. @param {string} page @returns {{ file: URL, now: string, wanted: string }} */
export function preloaded(page) {
  const file = new URL(`${page}.html`, APP);
  const now = readFileSync(file, 'utf8');
  const [, entry] = /<script type="module" src="([^"]+)">/.exec(now) ?? [];
  const names = [...imports(entry)].sort();
  // The styles of the first picture come before them.
  const links = names.map((name) => `<link rel="modulepreload" href="${name}" fetchpriority="low">\n`);
  // They are asked for once all modules are there.
  if (names.includes('js/engine/rules.js')) links.push(`<link rel="preload" href="engine/${rules()}" as="fetch" crossorigin fetchpriority="low">\n`);
  return { file, now, wanted: now.replace(LINKS, links.join('')) };
}

/** The name of the rules, which changes with them. */
function rules() {
  const [, name] = /RULES = '([^']+)'/.exec(readFileSync(new URL('js/engine/module.js', APP), 'utf8')) ?? [];
  return name;
}

/** Brings all pages up to date. */
export function writePreloads() {
  for (const page of PAGES) {
    const { file, now, wanted } = preloaded(page);
    if (now !== wanted) writeFileSync(file, wanted);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writePreloads();
