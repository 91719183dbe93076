/**
 * The coach's sentences in the page's language, from the ids and values that the service sends beside its English text.
 */

import { t } from './i18n.js';

/** @type {Record<string, string>} */
const WAYS = { up: 'dir_U', down: 'dir_D', left: 'dir_L', right: 'dir_R' };
/** @type {Record<string, string>} */
const SIDES = { up: 'beside_above', down: 'beside_below', left: 'beside_left', right: 'beside_right' };

/** @param {string} way */
const wayText = (way) => t(WAYS[way] ?? way);
/** @param {string} side */
const sideText = (side) => t(SIDES[side] ?? side);

/** `1`, `1 and 2`, `1, 2 and 3`. @param {number[]} tiles */
function list(tiles) {
  const [last, ...others] = [...tiles].reverse().map(String);
  return others.length === 0 ? last : `${others.reverse().join(', ')}${t('tiles_and')}${last}`;
}

/** What each sentence is called here. @type {Record<string, (values: any) => string>} */
const SENTENCES = {
  already: ({ tiles }) => t('stage_already', { tiles: list(tiles) }),
  bring: ({ places }) => bring(places),
  straight: ({ tile, way }) => t('stage_straight', { a: tile, way: wayText(way) }),
  'set-up': ({ first, last, beside, last_way, first_way }) =>
    t('stage_set_up', { a: first, b: last, beside: sideText(beside), way1: wayText(last_way), way2: wayText(first_way) }),
  mirrored: ({ first, last, beside, first_way, last_way }) =>
    t('stage_mirrored', { a: first, b: last, beside: sideText(beside), way1: wayText(first_way), way2: wayText(last_way) }),
  turn: ({ clockwise, tiles }) => t('stage_turn', { turn: t(clockwise ? 'turn_clockwise' : 'turn_anticlockwise'), tiles: list(tiles) }),
};

/** @param {{ tile: number, row: number, column: number }[]} places */
function bring(places) {
  const [one, two] = places;
  if (places.length !== 2) return places.map(({ tile, row, column }) => t('stage_bring', { a: tile, ar: row, ac: column })).join(' ');
  return t('stage_bring_two', { a: one.tile, ar: one.row, ac: one.column, b: two.tile, br: two.row, bc: two.column });
}

/** What is to do in a stage; the service's own text where it says something new. @param {Pick<Stage, 'text' | 'sentences'>} stage */
export function sayStage({ text, sentences = [] }) {
  if (sentences.length === 0 || sentences.some(({ id }) => !(id in SENTENCES))) return text;
  return sentences.map((sentence) => SENTENCES[sentence.id](sentence)).join(' ');
}

/** What a stage is called. @param {Stage} stage */
export function sayName(stage) {
  const match = /^(row|column) (\d+)/.exec(stage.name);
  const tiles = stage.goal_tiles.join(', ');
  return match ? t(`stage_${match[1]}`, { n: match[2], tiles }) : t('stage_square', { tiles });
}
