/**
 * The search tree on a canvas: only what is visible is drawn, so thousands of nodes stay smooth.
 *
 * The places of nodes are worked out anew whenever the tree has doubled, so a young tree is small and tidy and nodes
 * hardly ever move while one steps. A small tree has its last places from the start, and what is still to come is drawn
 * faintly. Keys: arrows walk the tree, + - 0 zoom, Enter goes to the step that took the node.
 */

import { isInformed } from '../catalogue.js';
import { t } from '../i18n.js';
import { layoutTree } from './tree-layout.js';
import { dotInto, drawBoard, drawCard, roundRect } from './tree-paint.js';

/** @import { TracePlayer, TraceNode } from './trace-player.js' */

/** Pixels between neighbours and between levels at scale 1. */
const [PITCH_X, PITCH_Y] = [64, 92];
/** Below this scale nodes are dots, above it boards with their numbers. */
const DETAIL = 0.62;
const MAX_SCALE = 2.2;
/** Trees up to this many nodes are laid out at once and shown faintly before they are made. */
const SMALL = 400;
const still = matchMedia('(prefers-reduced-motion: reduce)');
/** Nodes beyond which nothing is animated. */
const LARGE = 800;
/** The side of a node's picture in units of the tree, pixels for each, and pictures kept if no more are in sight. */
const [PICTURE, SHARP, MOST_PICTURES] = [56, 2, 300];
/** Pictures made in one frame; after a new layout many are missing at once, and making them all would stall the page. */
const NEW_PICTURES = 4;
/** Milliseconds of a change of places or of the view. */
const GLIDE = 220;

/**
 * What is in sight: the tree's point in the middle of the canvas, the scale, and how much farther levels are apart
 * than that. Wide trees are stretched, or they would be a line; deep ones are pressed together for the same reason.
 * @typedef {{ x: number, y: number, scale: number, stretch: number }} View
 */

/** @typedef {{ tile: string, text: string, frame: string, dash: boolean }} Look names of colours */

/**
 * @typedef {object} Layout
 * @property {number} round @property {number} count nodes placed
 * @property {Map<number, number>} index place in `x` by node
 * @property {TraceNode[]} nodes @property {Float64Array} x @property {Int32Array} depth
 * @property {number[][]} rows places by level, from left to right
 * @property {number} left @property {number} right @property {number} height
 */

export class TreeView {
  /** @type {TracePlayer | null} */ #player = null;
  #step = 0;
  /** The size of the canvas as it is laid out; asking the page for it would lay it out anew. */
  #width = 600;
  #height = 400;
  /** @type {Layout | null} */ #layout = null;
  /** @type {Layout | null} */ #before = null;
  /** Nodes of each round, by the step that made them. @type {TraceNode[][]} */ #rounds = [];
  /** Pictures of nodes that were drawn, by board and look. @type {Map<string, HTMLCanvasElement>} */ #pictures = new Map();
  /** How many more this frame may make; below zero, some wait for the next. */ #newPictures = 0;
  /** Pictures kept: all in sight, or each frame would drop what the next one needs. */ #mostPictures = MOST_PICTURES;
  /** @type {View} */
  #view = { x: 0, y: 0, scale: 1, stretch: 1 };
  /** @type {{ from: View, to: View, start: number } | null} */
  #glide = null;
  #moved = 0;
  #frame = 0;
  /** @type {Map<string, string>} */ #colours = new Map();
  /** The node picked by pointer or keys, -1 for none. */ #picked = -1;
  #follow = true;
  /** Whether the whole tree was asked for, and still is. */ #whole = false;
  /** Up to this step the view rests. */ #held = 0;
  /** @type {Map<number, { x: number, y: number }>} */ #pointers = new Map();
  #dragged = false;

  /**
   * @param {HTMLElement} host
   * @param {{ onPick: (node: TraceNode | null, at: { x: number, y: number } | null) => void, onGo: (node: TraceNode) => void, onFollow: (on: boolean) => void }} hooks
   */
  constructor(host, hooks) {
    this.host = host;
    this.hooks = hooks;
    this.canvas = document.createElement('canvas');
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', t('tree_label'));
    this.canvas.setAttribute('aria-describedby', 'tree-keys');
    host.prepend(this.canvas);
    this.#listen();
    new ResizeObserver(() => this.#resize()).observe(host);
    new MutationObserver(() => this.recolour()).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    this.recolour();
  }

  /** Shows a recording. @param {TracePlayer} player */
  load(player) {
    this.#player = player;
    this.#layout = this.#before = null;
    this.#picked = -1;
    this.#held = 0;
    this.#rounds = player.rounds.map(() => []);
    for (const node of player.nodes) if (node) this.#rounds[node.round]?.push(node);
    for (const round of this.#rounds) round.sort((a, b) => a.born - b.born);
    this.#follow = true;
    this.hooks.onFollow(true);
    this.show(0);
    this.#jump(this.#fitView());
  }

  /** Shows nothing. */
  clear() {
    this.#player = this.#layout = this.#before = null;
    this.#pick(-1);
    this.#draw();
  }

  /** Shows a step. @param {number} step */
  show(step) {
    this.#step = step;
    const player = this.#player;
    if (!player) return;
    this.#place(player, step);
    if (this.#follow) this.#followCurrent();
    this.#draw();
  }

  /** Reads the colours of the theme again. */
  recolour() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ['paper', 'card', 'ink', 'soft', 'line', 'well', 'well-2', 'tile', 'edge', 'accent', 'accent-soft', 'accent-ink', 'warn', 'ring']) {
      this.#colours.set(name, style.getPropertyValue(`--${name}`).trim() || '#888');
    }
    this.#pictures.clear();
    this.#draw();
  }

  /** @param {string} name */
  #colour(name) {
    return this.#colours.get(name) ?? '#888';
  }

  /** Whether the view goes along with the search. */
  get follow() {
    return this.#follow;
  }

  set follow(on) {
    this.#follow = on;
    if (on) this.show(this.#step);
  }

  /** Shows the whole tree. */
  fit() {
    this.#release();
    this.#whole = true;
    this.#glideTo(this.#fitView());
  }

  /** Puts all that the first steps make in sight, so that the view rests while they are played. @param {number} step */
  hold(step) {
    const layout = this.#layout;
    const whole = this.#fitView();
    if (!layout || (whole.scale >= DETAIL && whole.stretch === 1)) return;
    const places = layout.nodes.flatMap((node, place) => (node.born <= step ? [place] : []));
    const xs = places.map((place) => layout.x[place]);
    const [left, right, height] = [Math.min(...xs), Math.max(...xs), Math.max(...places.map((place) => layout.depth[place]))];
    const fitting = Math.min(1, this.#width / ((right - left + 1.4) * PITCH_X), this.#height / ((height + 1.3) * PITCH_Y));
    this.#held = step;
    this.#jump({ x: ((left + right) / 2) * PITCH_X, y: (height / 2) * PITCH_Y, scale: Math.max(DETAIL + 0.06, fitting), stretch: 1 });
  }

  /** @param {number} factor */
  zoom(factor) {
    this.#zoomAt(factor, this.#width / 2, this.#height / 2);
  }

  /* ---- places ---- */

  /** @param {TracePlayer} player @param {number} step */
  #place(player, step) {
    const round = player.roundAt(step);
    const all = this.#rounds[round] ?? [];
    const born = countBorn(all, Math.max(1, step));
    const have = this.#layout;
    const isWhole = have?.count === all.length && all.length <= SMALL;
    if (have && have.round === round && (isWhole || (have.count >= born && have.count <= Math.max(48, born * 4)))) return;
    let room = 24;
    while (room < born) room *= 2;
    const nodes = all.slice(0, all.length <= Math.max(SMALL, room * 1.5) ? all.length : room);
    const index = new Map(nodes.map((node, place) => [node.id, place]));
    const parents = nodes.map((node) => index.get(node.parent) ?? -1);
    const { x, depth, left, right, height } = layoutTree(parents);
    /** @type {number[][]} */
    const rows = Array.from({ length: height + 1 }, () => []);
    nodes.forEach((_, place) => rows[depth[place]].push(place));
    for (const row of rows) row.sort((a, b) => x[a] - x[b]);
    // Large trees jump to their new places: too many nodes to move at once.
    this.#before = have?.round === round && nodes.length <= LARGE ? have : null;
    this.#moved = performance.now();
    this.#layout = { round, count: nodes.length, index, nodes, x, depth, rows, left, right, height };
  }

  /** Where a node is drawn now, in units of the tree. @param {number} place */
  #at(place) {
    const layout = /** @type {Layout} */ (this.#layout);
    const [x, y] = [layout.x[place] * PITCH_X, layout.depth[place] * PITCH_Y];
    const old = this.#before?.index.get(layout.nodes[place].id);
    if (old === undefined || !this.#before) return { x, y };
    const part = this.#eased(this.#moved);
    return { x: this.#before.x[old] * PITCH_X * (1 - part) + x * part, y };
  }

  /** How much of a glide is over. @param {number} start */
  #eased(start) {
    if (still.matches) return 1;
    const part = Math.min(1, (performance.now() - start) / GLIDE);
    return 1 - (1 - part) ** 3;
  }

  /* ---- the view ---- */

  /** @returns {View} */
  #fitView() {
    const layout = this.#layout;
    const [w, h] = [this.#width, this.#height];
    if (!layout) return { x: 0, y: 0, scale: 1, stretch: 1 };
    const [width, height] = [(layout.right - layout.left + 1.4) * PITCH_X, (layout.height + 1.3) * PITCH_Y];
    const fitting = Math.min(1.15, w / width, h / height);
    if (fitting >= DETAIL) return { x: ((layout.left + layout.right) / 2) * PITCH_X, y: (layout.height / 2) * PITCH_Y, scale: fitting, stretch: 1 };
    // From afar both directions are filled, each by its own scale.
    const scale = Math.min(DETAIL * 0.7, (w * 0.96) / width);
    const stretch = Math.min((h * 0.94) / (height * scale), Math.max(1, (DETAIL * 0.9) / scale));
    return { x: ((layout.left + layout.right) / 2) * PITCH_X, y: (layout.height / 2) * PITCH_Y, scale, stretch };
  }

  /** Keeps the node of this step in sight, as near as it can be read. */
  #followCurrent() {
    if (this.#step <= this.#held) return;
    const layout = this.#layout;
    const event = this.#player?.events[this.#step - 1];
    const place = layout && event ? layout.index.get(event.node) : undefined;
    const fit = this.#fitView();
    if (!layout || place === undefined || (fit.scale >= DETAIL && fit.stretch === 1)) {
      this.#glideTo(fit);
      return;
    }
    const target = this.#glide?.to ?? this.#view;
    const scale = Math.max(DETAIL + 0.06, Math.min(target.scale, 1));
    const [x, y] = [layout.x[place] * PITCH_X, layout.depth[place] * PITCH_Y];
    const [roomX, roomY] = [(this.#width / 2 / scale) * 0.55, (this.#height / 2 / scale) * 0.45];
    const near = (/** @type {number} */ at, /** @type {number} */ now, /** @type {number} */ room) => Math.max(at - room, Math.min(at + room, now));
    this.#glideTo({ x: near(x, target.x, roomX), y: near(y, target.y, roomY), scale, stretch: 1 });
  }

  /** @param {View} view */
  #jump(view) {
    this.#glide = null;
    this.#view = view;
    this.#draw();
  }

  /** @param {View} to */
  #glideTo(to) {
    const now = this.#current();
    if (Math.abs(now.x - to.x) + Math.abs(now.y - to.y) < 0.5 && Math.abs(now.scale / to.scale - 1) < 0.001 && Math.abs(now.stretch / to.stretch - 1) < 0.001) return;
    this.#view = now;
    this.#glide = { from: now, to, start: performance.now() };
    this.#draw();
  }

  #current() {
    const glide = this.#glide;
    if (!glide) return this.#view;
    const part = this.#eased(glide.start);
    if (part >= 1) {
      this.#glide = null;
      this.#view = glide.to;
      return this.#view;
    }
    const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * part;
    return { x: mix(glide.from.x, glide.to.x), y: mix(glide.from.y, glide.to.y), scale: mix(glide.from.scale, glide.to.scale), stretch: mix(glide.from.stretch, glide.to.stretch) };
  }

  /** The view is the user's from now on. */
  #release() {
    this.#whole = false;
    if (!this.#follow) return;
    this.#follow = false;
    this.hooks.onFollow(false);
  }

  /** @param {number} factor @param {number} px @param {number} py */
  #zoomAt(factor, px, py) {
    this.#release();
    const view = this.#current();
    const least = Math.min(0.05, this.#fitView().scale / 2);
    const scale = Math.max(least, Math.min(MAX_SCALE, view.scale * factor));
    // What was stretched comes back to its shape on the way in.
    const nearer = view.stretch > 1 ? Math.max(1, view.stretch / factor) : Math.min(1, view.stretch * factor);
    const stretch = scale >= DETAIL ? 1 : factor > 1 ? nearer : view.stretch;
    const [dx, dy] = [px - this.#width / 2, py - this.#height / 2];
    this.#jump({
      x: view.x + dx / view.scale - dx / scale,
      y: view.y + dy / (view.scale * view.stretch) - dy / (scale * stretch),
      scale, stretch,
    });
  }

  /* ---- drawing ---- */

  #resize() {
    const ratio = globalThis.devicePixelRatio || 1;
    const [w, h] = [this.host.clientWidth, this.host.clientHeight];
    if (w === 0 || h === 0) return;
    [this.#width, this.#height] = [w, h];
    this.canvas.width = Math.round(w * ratio);
    this.canvas.height = Math.round(h * ratio);
    if (this.#follow && this.#player) this.#followCurrent();
    else if (this.#whole) this.#glideTo(this.#fitView());
    this.#draw();
  }

  #draw() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
      if (this.#glide || this.#newPictures < 0 || this.#eased(this.#moved) < 1) this.#draw();
      else this.#before = null;
    });
  }

  #paint() {
    this.#newPictures = NEW_PICTURES;
    const context = this.canvas.getContext('2d');
    const [layout, player] = [this.#layout, this.#player];
    if (!context || this.canvas.width === 0) return;
    const ratio = this.canvas.width / this.#width;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (!layout || !player) return;
    const view = this.#current();
    const [w, h] = [this.#width, this.#height];
    const visible = this.#visible(layout, view, w, h);
    this.#mostPictures = Math.max(MOST_PICTURES, visible.length);
    const path = new Set(player.pathAt(this.#step).map((node) => node.id));
    const far = view.scale < DETAIL || view.stretch !== 1;
    // From afar everything is drawn in pixels, since a stretched circle is none.
    const [sx, sy] = [view.scale, view.scale * view.stretch];
    /** @param {number} place */
    const at = (place) => {
      const { x, y } = this.#at(place);
      return far ? { x: (x - view.x) * sx + w / 2, y: (y - view.y) * sy + h / 2 } : { x, y };
    };
    if (far) context.setTransform(ratio, 0, 0, ratio, 0, 0);
    else context.setTransform(ratio * sx, 0, 0, ratio * sx, ratio * (w / 2 - view.x * sx), ratio * (h / 2 - view.y * sx));
    const pen = far ? 1 : 1 / view.scale;
    this.#edges(context, layout, player, visible, path, at, pen, far && view.scale < 0.12);
    if (far) this.#dots(context, layout, player, visible, path, at, Math.min(sx, sy));
    else for (const place of visible) this.#node(context, layout, player, place, path);
  }

  /** The places in sight that are born, by level and left to right. @param {Layout} layout @param {View} view @param {number} w @param {number} h */
  #visible(layout, view, w, h) {
    const [halfW, halfH] = [w / 2 / view.scale + PITCH_X, h / 2 / (view.scale * view.stretch) + PITCH_Y];
    const top = Math.max(0, Math.floor((view.y - halfH) / PITCH_Y));
    const bottom = Math.min(layout.height, Math.ceil((view.y + halfH) / PITCH_Y));
    const gliding = this.#before !== null;
    const places = [];
    for (let level = top; level <= bottom; level++) {
      const row = layout.rows[level];
      let at = gliding ? 0 : firstFrom(row, (view.x - halfW) / PITCH_X, layout.x);
      const end = gliding ? Infinity : (view.x + halfW) / PITCH_X;
      for (; at < row.length && layout.x[row[at]] <= end; at++) {
        if (gliding && Math.abs(this.#at(row[at]).x - view.x) > halfW) continue;
        if (layout.count <= SMALL || this.#isBorn(layout.nodes[row[at]])) places.push(row[at]);
      }
    }
    return places;
  }

  /** Whether a node was made by now; the start always is. @param {TraceNode} node */
  #isBorn(node) {
    return node.born <= Math.max(1, this.#step);
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {Layout} layout @param {TracePlayer} player
   * @param {number[]} visible @param {Set<number>} path @param {(place: number) => { x: number, y: number }} at
   * @param {number} pen a pixel, in the units drawn in @param {boolean} straight
   */
  #edges(context, layout, player, visible, path, at, pen, straight) {
    const line = (/** @type {'faint' | 'plain' | 'path'} */ kind) => {
      context.beginPath();
      for (const place of visible) {
        const node = layout.nodes[place];
        const above = layout.index.get(node.parent);
        const marked = path.has(node.id) && path.has(node.parent);
        if (above === undefined || kind !== (marked ? 'path' : this.#isBorn(node) ? 'plain' : 'faint')) continue;
        const [from, to] = [at(above), at(place)];
        const middle = (from.y + to.y) / 2;
        context.moveTo(from.x, from.y);
        if (straight) context.lineTo(to.x, to.y);
        else context.bezierCurveTo(from.x, middle, to.x, middle, to.x, to.y);
      }
      context.strokeStyle = this.#colour(kind === 'path' ? 'accent' : 'edge');
      context.globalAlpha = { faint: 0.22, plain: 0.6, path: 1 }[kind];
      context.lineWidth = kind === 'path' ? 2.5 * pen : pen;
      context.stroke();
      context.globalAlpha = 1;
    };
    line('faint');
    line('plain');
    line('path');
    this.#duplicateEdge(context, layout, player, at, pen);
  }

  /** A dashed line to a position that was found again. @param {CanvasRenderingContext2D} context @param {Layout} layout @param {TracePlayer} player @param {(place: number) => { x: number, y: number }} at @param {number} pen */
  #duplicateEdge(context, layout, player, at, pen) {
    const event = player.events[this.#step - 1];
    if (event?.type !== 'duplicate') return;
    const [from, to] = [layout.index.get(event.parent ?? -1), layout.index.get(event.node)];
    if (from === undefined || to === undefined) return;
    const [a, b] = [at(from), at(to)];
    context.beginPath();
    context.setLineDash([7 * pen, 5 * pen]);
    context.moveTo(a.x, a.y);
    context.quadraticCurveTo((a.x + b.x) / 2, Math.max(a.y, b.y) + 46 * pen, b.x, b.y);
    context.strokeStyle = this.#colour('warn');
    context.lineWidth = 2 * pen;
    context.stroke();
    context.setLineDash([]);
  }

  /**
   * Nodes too small to read: shapes besides colours tell how they stand, round for waiting, square for expanded,
   * a diamond for cut off. One path for each look, since thousands of them are drawn.
   * @param {CanvasRenderingContext2D} context @param {Layout} layout @param {TracePlayer} player
   * @param {number[]} visible @param {Set<number>} path @param {(place: number) => { x: number, y: number }} at @param {number} scale
   */
  #dots(context, layout, player, visible, path, at, scale) {
    const size = Math.max(1.4, Math.min(7, 22 * scale));
    const current = player.events[this.#step - 1]?.node;
    /** @type {Map<string, { shape: Path2D, fill: string, stroke: string, faint: boolean }>} */
    const looks = new Map();
    const marked = new Path2D();
    for (const place of visible) {
      const { id } = layout.nodes[place];
      const standing = player.standingAt(id, this.#step);
      const { x, y } = at(place);
      const { fill, stroke } = this.#dotLook(standing, path.has(id), size);
      const key = `${fill} ${stroke}`;
      const look = looks.get(key) ?? { shape: new Path2D(), fill, stroke, faint: standing === 'unborn' };
      looks.set(key, look);
      dotInto(look.shape, standing, x, y, size);
      if (id === current || id === this.#picked) dotInto(marked, standing, x, y, size + 4);
    }
    for (const { shape, fill, stroke, faint } of looks.values()) {
      context.globalAlpha = faint ? 0.5 : 1;
      context.fillStyle = fill;
      context.fill(shape);
      context.strokeStyle = stroke;
      context.lineWidth = Math.min(1.6, size / 3);
      context.stroke(shape);
    }
    context.globalAlpha = 1;
    context.strokeStyle = this.#colour('ring');
    context.lineWidth = 2.5;
    context.stroke(marked);
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {Layout} layout @param {TracePlayer} player
   * @param {number} place @param {Set<number>} path
   */
  #node(context, layout, player, place, path) {
    const node = layout.nodes[place];
    const standing = player.standingAt(node.id, this.#step);
    const current = player.events[this.#step - 1]?.node === node.id;
    const { x, y } = this.#at(place);
    const look = this.#look(standing, path.has(node.id));
    context.globalAlpha = standing === 'unborn' ? 0.2 : 1;
    const picture = this.#picture(node.board, look);
    if (picture) context.drawImage(picture, x - PICTURE / 2, y - PICTURE / 2, PICTURE, PICTURE);
    else drawCard(context, x, y, look, (name) => this.#colour(name));
    context.globalAlpha = 1;
    if (standing === 'unborn') return;
    if (current || node.id === this.#picked) {
      context.strokeStyle = this.#colour('ring');
      context.lineWidth = 3.5;
      context.setLineDash(current ? [] : [5, 4]);
      roundRect(context, x - 27, y - 27, 54, 54, 9);
      context.stroke();
      context.setLineDash([]);
    }
    this.#caption(context, node, player, x, y, standing);
  }

  /** A node's board as a picture, since drawing its numbers each time would take most of a frame; none if this frame has made enough. @param {string} board @param {Look} look */
  #picture(board, look) {
    const key = `${board} ${look.tile} ${look.text} ${look.frame}`;
    const have = this.#pictures.get(key);
    if (have) {
      // The latest stand last.
      this.#pictures.delete(key);
      this.#pictures.set(key, have);
      return have;
    }
    if (--this.#newPictures < 0) return null;
    // Those go that were out of sight longest; their canvases are used again, for a new one costs more than the drawing.
    let picture;
    while (this.#pictures.size >= this.#mostPictures) {
      const [[oldest, canvas]] = this.#pictures;
      this.#pictures.delete(oldest);
      picture = canvas;
    }
    picture ??= Object.assign(document.createElement('canvas'), { width: PICTURE * SHARP, height: PICTURE * SHARP });
    const context = picture.getContext('2d');
    context?.setTransform(SHARP, 0, 0, SHARP, 0, 0);
    context?.clearRect(0, 0, PICTURE, PICTURE);
    if (context) drawBoard(context, board, PICTURE / 2, PICTURE / 2, look, (name) => this.#colour(name));
    this.#pictures.set(key, picture);
    return picture;
  }

  /** @param {CanvasRenderingContext2D} context @param {TraceNode} node @param {TracePlayer} player @param {number} x @param {number} y @param {string} standing */
  #caption(context, node, player, x, y, standing) {
    const mark = player.markAt(node.id, this.#step);
    const blind = !isInformed(player.algorithm);
    const text = blind ? `g ${mark?.g ?? node.g}` : `${mark?.g ?? node.g}+${node.h}=${mark?.f ?? node.f}`;
    context.font = '600 12px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const shown = blind || player.algorithm !== 'wastar' && player.algorithm !== 'greedy' ? text : `f ${mark?.f ?? node.f}`;
    const width = context.measureText(shown).width;
    context.fillStyle = this.#colour('card');
    context.globalAlpha = 0.85;
    context.fillRect(x - width / 2 - 3, y + 29, width + 6, 15);
    context.globalAlpha = 1;
    context.fillStyle = this.#colour(standing === 'pruned' ? 'warn' : standing === 'open' ? 'ink' : 'soft');
    context.fillText(shown, x, y + 37);
  }

  /** Colours of a node by its standing. @param {import('./trace-player.js').Standing} standing @param {boolean} onPath @returns {Look} */
  #look(standing, onPath) {
    const looks = {
      open: { tile: 'card', text: 'ink', frame: 'ink', dash: false },
      active: { tile: 'tile', text: 'ink', frame: 'accent', dash: false },
      closed: { tile: 'well', text: 'soft', frame: 'edge', dash: false },
      pruned: { tile: 'card', text: 'warn', frame: 'warn', dash: true },
      goal: { tile: 'accent', text: 'accent-ink', frame: 'accent', dash: false },
      unborn: { tile: 'well', text: 'soft', frame: 'edge', dash: false },
    };
    const look = looks[standing];
    return onPath && standing === 'closed' ? { ...look, frame: 'accent', text: 'ink' } : look;
  }

  /** The same for nodes drawn as dots, as the legend has them: hollow, filled, framed. @param {import('./trace-player.js').Standing} standing @param {boolean} onPath @param {number} size */
  #dotLook(standing, onPath, size) {
    const looks = /** @type {Record<string, [string, string]>} */ ({
      open: ['card', 'ink'], active: ['card', 'accent'], closed: ['well-2', 'edge'], pruned: ['card', 'warn'], goal: ['accent', 'accent'], unborn: ['well', 'edge'],
    });
    const [fill, stroke] = onPath && standing === 'closed' ? ['accent-soft', 'accent'] : looks[standing];
    // What is too small for a frame has its colour.
    return { fill: this.#colour(size < 2.4 && standing !== 'unborn' ? stroke : fill), stroke: this.#colour(stroke) };
  }

  /* ---- pointers and keys ---- */

  #listen() {
    const { canvas } = this;
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#up(event));
    canvas.addEventListener('pointercancel', (event) => this.#up(event));
    canvas.addEventListener('pointerleave', () => this.#pointers.size === 0 && this.#pick(-1));
    canvas.addEventListener('wheel', (event) => {
      // Scrolling the page must stay possible: the wheel zooms once the tree has the focus.
      if (!event.ctrlKey && document.activeElement !== canvas) return;
      event.preventDefault();
      this.#zoomAt(1.0016 ** -event.deltaY, event.offsetX, event.offsetY);
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => this.#key(event));
    canvas.addEventListener('blur', () => this.#pick(-1));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.#dragged = false;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const last = this.#pointers.get(event.pointerId);
    const here = { x: event.offsetX, y: event.offsetY };
    if (!last) {
      this.#pick(this.#nodeAt(here.x, here.y));
      return;
    }
    if (!this.#dragged && Math.hypot(here.x - last.x, here.y - last.y) < 4) return;
    this.#dragged = true;
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (others.length === 1) {
      const [was, is] = [Math.hypot(last.x - others[0].x, last.y - others[0].y), Math.hypot(here.x - others[0].x, here.y - others[0].y)];
      if (was > 0) this.#zoomAt(is / was, (here.x + others[0].x) / 2, (here.y + others[0].y) / 2);
    } else {
      this.#release();
      const view = this.#current();
      this.#jump({ ...view, x: view.x - (here.x - last.x) / view.scale, y: view.y - (here.y - last.y) / (view.scale * view.stretch) });
    }
    this.#pointers.set(event.pointerId, here);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const pressed = this.#pointers.delete(event.pointerId);
    if (!pressed || this.#dragged || event.type === 'pointercancel') return;
    const id = this.#nodeAt(event.offsetX, event.offsetY);
    const again = id >= 0 && id === this.#picked && event.pointerType !== 'mouse';
    this.#pick(id);
    const node = this.#player?.nodes[id];
    // A mouse has seen the node by hovering; a finger looks first and goes with the second touch.
    if (node && (again || event.pointerType === 'mouse')) this.hooks.onGo(node);
  }

  /** The node under a point of the canvas, -1 for none. @param {number} px @param {number} py */
  #nodeAt(px, py) {
    const layout = this.#layout;
    if (!layout) return -1;
    const view = this.#current();
    const [x, y] = [view.x + (px - this.#width / 2) / view.scale, view.y + (py - this.#height / 2) / (view.scale * view.stretch)];
    const reach = Math.max(28, 10 / view.scale);
    const level = Math.round(y / PITCH_Y);
    const row = layout.rows[level];
    const rise = Math.max(42, 14 / (view.scale * view.stretch));
    if (!row || Math.abs(y - level * PITCH_Y) > rise) return -1;
    let [best, distance] = [-1, reach];
    for (let at = Math.max(0, firstFrom(row, (x - reach) / PITCH_X, layout.x)); at < row.length; at++) {
      const gap = Math.abs(layout.x[row[at]] * PITCH_X - x);
      if (layout.x[row[at]] * PITCH_X > x + reach) break;
      const node = layout.nodes[row[at]];
      if (gap < distance && this.#isBorn(node)) [best, distance] = [node.id, gap];
    }
    return best;
  }

  /** @param {number} id */
  #pick(id) {
    if (id === this.#picked) return;
    this.#picked = id;
    const place = this.#layout?.index.get(id);
    const node = id >= 0 ? this.#player?.nodes[id] ?? null : null;
    this.hooks.onPick(node, place === undefined ? null : this.#screen(place));
    this.#draw();
  }

  /** Where a place is on the canvas, in pixels. @param {number} place */
  #screen(place) {
    const view = this.#current();
    const { x, y } = this.#at(place);
    return { x: (x - view.x) * view.scale + this.#width / 2, y: (y - view.y) * view.scale * view.stretch + this.#height / 2 };
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const zooms = /** @type {Record<string, () => void>} */ ({
      '+': () => this.zoom(1.3), '=': () => this.zoom(1.3), '-': () => this.zoom(1 / 1.3), 0: () => this.fit(),
    });
    if (zooms[event.key]) zooms[event.key]();
    else if (event.key.startsWith('Arrow')) this.#walk(event.key);
    else if (event.key === 'Enter' && this.#player?.nodes[this.#picked]) this.hooks.onGo(this.#player.nodes[this.#picked]);
    else if (event.key === 'Escape') this.#pick(-1);
    else return;
    event.preventDefault();
  }

  /** @param {string} key */
  #walk(key) {
    const [layout, player] = [this.#layout, this.#player];
    if (!layout || !player) return;
    const from = layout.index.get(this.#picked) ?? layout.index.get(player.events[this.#step - 1]?.node ?? -1) ?? 0;
    const born = (/** @type {number} */ place) => layout.nodes[place].born <= Math.max(1, this.#step);
    const row = layout.rows[layout.depth[from]].filter(born);
    const at = row.indexOf(from);
    const below = (layout.rows[layout.depth[from] + 1] ?? []).filter((place) => born(place) && layout.nodes[place].parent === layout.nodes[from].id);
    const to = this.#picked < 0 ? from : /** @type {Record<string, number | undefined>} */ ({
      ArrowUp: layout.index.get(layout.nodes[from].parent),
      ArrowDown: below[0],
      ArrowLeft: row[at - 1],
      ArrowRight: row[at + 1],
    })[key];
    if (to === undefined) return;
    this.#release();
    const { x, y } = this.#at(to);
    const view = this.#current();
    const [halfW, halfH] = [(this.#width / 2 / view.scale) * 0.8, (this.#height / 2 / (view.scale * view.stretch)) * 0.75];
    this.#jump({ ...view, x: Math.max(x - halfW, Math.min(x + halfW, view.x)), y: Math.max(y - halfH, Math.min(y + halfH, view.y)) });
    this.#picked = -1;
    this.#pick(layout.nodes[to].id);
  }
}

/** How many nodes of a list by birth are made by a step. @param {TraceNode[]} nodes @param {number} step */
function countBorn(nodes, step) {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle].born <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first place of a row at or right of x. @param {number[]} row @param {number} x @param {Float64Array} xs */
function firstFrom(row, x, xs) {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (xs[row[middle]] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
