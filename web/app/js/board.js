/**
 * `<taquin-board>`: a board one can see, touch and hear.
 *
 * It knows no rules beyond what a press may slide: it shows the `Board` it is given and says what
 * the player did. Cells are fixed buttons in a grid; a slide is drawn by starting each tile where
 * it came from, so that the picture is always right and no input waits for a movement.
 *
 *     const view = new TaquinBoard();
 *     view.goal = goalBoard('blank-last', board);
 *     view.show(board);                       // or view.show(board, {animate: false})
 *     view.marks = {ring: [5], arrows: [{tile: 5, move: 'L'}]};
 *     view.addEventListener('tile', (event) => event.detail.cell);
 *     view.addEventListener('move', (event) => event.detail.move);
 *
 * Attributes: `static` (a picture only: no buttons, one label), `covered` (paused: nothing shows),
 * `colours` (`plain`, `rows`, `rings`, `home`), `nodots` (no dots on tiles at home), `picture` (`plain`
 * or `numbers`: the picture in the property `picture` is spread over the tiles).
 * CSS: `--board-w`, `--board-h` are the most it may take; see css/board.css.
 */

import { ARROW, ARROW_KEYS, colOf, rowOf, stepsBetween } from './grid.js';
import { t } from './i18n.js';
import { el, svg } from './shell.js';

/** The way a tile goes, in columns and rows. @type {Record<Move, readonly [number, number]>} */
const STEP = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

/** A press that wanders farther than this many pixels is a drag. */
const SLACK = 6;
/** The part of a cell after which a dragged tile goes on rather than back. */
const ENOUGH = 0.35;

const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/** Whether movements are to be left out. */
export const isStill = () => !!still?.matches;

export class TaquinBoard extends HTMLElement {
  /** @type {Board | null} */ #board = null;
  /** @type {Board | null} */ #goal = null;
  /** @type {Marks} */ #marks = {};
  /** @type {HTMLButtonElement[]} */ #buttons = [];
  /** @type {SVGSVGElement | null} */ #overlay = null;
  /** The cell that Tab leads to. */ #at = 0;
  #shape = '';
  #picture = '';
  /** @type {Drag | null} */ #drag = null;
  /** Slides under way. @type {Animation[]} */ #running = [];
  /** @type {number[] | null} */ #measured = null;
  #watcher = new ResizeObserver(() => {
    this.#measured = null;
  });

  /** Milliseconds of a slide; 0 under reduced motion. */
  duration = 100;

  static get observedAttributes() {
    return ['covered', 'static'];
  }

  attributeChangedCallback() {
    if (this.#board) this.#render();
  }

  connectedCallback() {
    this.addEventListener('click', this.#onClick);
    this.addEventListener('keydown', this.#onKey);
    this.addEventListener('focusin', this.#onFocus);
    this.addEventListener('pointerdown', this.#onDown);
    this.#watcher.observe(this);
  }

  disconnectedCallback() {
    this.#watcher.disconnect();
  }

  /** The board shown. */
  get board() {
    return this.#board;
  }

  /** Tells which tiles are at home. @param {Board | null} goal */
  set goal(goal) {
    this.#goal = goal;
    if (this.#board) this.#render();
  }

  get goal() {
    return this.#goal;
  }

  /** The address of a picture that is spread over the tiles by their homes; empty for none. @param {string} address */
  set picture(address) {
    if (address === this.#picture) return;
    this.#picture = address;
    if (this.#board) this.#render();
  }

  /** @param {Marks} marks */
  set marks(marks) {
    this.#marks = marks;
    if (this.#board) this.#render();
  }

  /**
   * A drawing over the board, one unit a cell: `viewBox="0 0 COLS ROWS"`. Fill it as you like
   * (lines between conflicting tiles, arrows home); it is emptied when the size changes.
   * @returns {SVGSVGElement}
   */
  get overlay() {
    if (!this.#overlay) throw new Error('show a board first');
    return this.#overlay;
  }

  /** Focuses the cell that has the roving focus. */
  focusBoard() {
    this.#buttons[this.#at]?.focus();
  }

  /**
   * Shows a board, sliding there if one press leads from the board before.
   * @param {Board} board @param {{animate?: boolean, marks?: Marks}} [options] marks: instead of those before
   */
  show(board, { animate = true, marks = this.#marks } = {}) {
    const before = this.#board;
    this.#marks = marks;
    this.#board = board;
    if (this.#shape !== board.size) this.#build(board);
    const slides = before ? slidesBetween(before, board) : null;
    this.#settle();
    // The focus goes with the tile it is on.
    if (slides && this.contains(document.activeElement)) {
      const moved = slides.find((slide) => slide.from === this.#at);
      if (moved) this.#focusCell(moved.to);
    }
    this.#render();
    const from = this.#drag?.offset ?? [0, 0];
    if (this.#drag) this.#endDrag();
    if (animate && slides && this.duration > 0 && !isStill()) this.#animate(slides, from);
  }

  /** A small shake of a tile that cannot move. @param {number} cell */
  shake(cell) {
    if (isStill()) return;
    this.#buttons[cell]?.animate(
      { transform: ['none', 'translateX(-3%)', 'translateX(3%)', 'translateX(-2%)', 'none'] },
      { duration: 180, easing: 'ease-out' });
  }

  /** A short ripple across the board from the blank; for a win. */
  ripple() {
    const board = this.#board;
    if (isStill() || !board) return;
    this.#buttons.forEach((button, cell) => {
      const distance = Math.abs(rowOf(board, cell) - rowOf(board, board.blank)) +
        Math.abs(colOf(board, cell) - colOf(board, board.blank));
      button.animate(
        { transform: ['none', 'scale(.93)', 'scale(1.03)', 'none'] },
        { duration: 360, delay: distance * 45, easing: 'ease-in-out' });
    });
  }

  /* ---- drawing ---- */

  /** @param {Board} board */
  #build(board) {
    this.#shape = board.size;
    this.#measured = null;
    this.style.setProperty('--rows', String(board.rows));
    this.style.setProperty('--cols', String(board.cols));
    this.#at = Math.min(this.#at, board.cells.length - 1);
    this.#buttons = board.cells.map((_, cell) => el('button', {
      type: 'button', class: 'tile', 'data-cell': cell, tabindex: cell === this.#at ? 0 : -1,
    }));
    const rows = Array.from({ length: board.rows }, (_, row) => el('div', { class: 'row' },
      ...this.#buttons.slice(row * board.cols, (row + 1) * board.cols)
        .map((button) => el('div', { class: 'cell' }, button))));
    this.#overlay = /** @type {SVGSVGElement} */ (svg('svg', {
      class: 'overlay', viewBox: `0 0 ${board.cols} ${board.rows}`, 'aria-hidden': 'true',
    }));
    this.replaceChildren(el('div', { class: 'grid' }, ...rows), this.#overlay);
  }

  #render() {
    const board = /** @type {Board} */ (this.#board);
    this.#roles(board);
    const { ring, arrows = [], dots = [], tints = {}, locks, faint, notes = {} } = this.#marks;
    const [rings, locked, pale] = [new Set(ring), new Set(locks), new Set(faint)];
    const covered = this.hasAttribute('covered');
    const isWhole = board.cells.every((tile, cell) => this.#goal?.cells[cell] === tile);
    board.cells.forEach((tile, cell) => {
      const button = this.#buttons[cell];
      const home = !!this.#goal && tile !== 0 && this.#goal.cells[cell] === tile;
      const arrow = arrows.find((candidate) => candidate.tile === tile)?.move;
      const dot = dots.indexOf(cell);
      const classes = [
        'tile', tile === 0 && 'blank', home && 'home', rings.has(tile) && tile && 'ring',
        locked.has(tile) && 'lock', pale.has(tile) && 'faint', tints[tile] && `tint-${tints[tile]}`,
        dot >= 0 && `dot dot-${dot + 1}`, this.#group(board, tile),
      ].filter(Boolean).join(' ');
      if (button.className !== classes) button.className = classes;
      setOrRemove(button, 'data-tile', String(tile));
      setOrRemove(button, 'data-arrow', arrow && !covered ? ARROW[arrow] : null);
      setOrRemove(button, 'data-note', notes[tile] ?? null);
      const text = tile === 0 || covered ? '' : String(tile);
      if (button.textContent !== text) button.textContent = text;
      this.#paint(button, tile, isWhole);
      if (!this.hasAttribute('static')) setOrRemove(button, 'aria-label', this.#name(board, cell, tile, home));
    });
  }

  /** Puts the part of the picture on a tile that belongs to its home; on the blank, when all are home. @param {HTMLElement} button @param {number} tile @param {boolean} isWhole */
  #paint(button, tile, isWhole) {
    const home = this.#goal?.find(tile) ?? -1;
    if (!this.#picture || (tile === 0 && !isWhole) || !this.#goal || home < 0) {
      if (button.style.backgroundImage) button.style.background = '';
      return;
    }
    const { rows, cols } = this.#goal;
    button.style.backgroundImage = `url("${this.#picture}")`;
    button.style.backgroundSize = `${cols * 100}% ${rows * 100}%`;
    button.style.backgroundPosition =
      `${(colOf(this.#goal, home) / (cols - 1)) * 100}% ${(rowOf(this.#goal, home) / (rows - 1)) * 100}%`;
  }

  /** The colour group of a tile by its home: its row, or its ring from the outside. @param {Board} board @param {number} tile */
  #group(board, tile) {
    const scheme = this.getAttribute('colours');
    const home = this.#goal?.find(tile) ?? -1;
    if (tile === 0 || home < 0 || (scheme !== 'rows' && scheme !== 'rings')) return '';
    const [row, col] = [rowOf(board, home), colOf(board, home)];
    return `group-${(scheme === 'rows' ? row : Math.min(row, col)) % 6}`;
  }

  /** @param {Board} board */
  #roles(board) {
    const grid = /** @type {HTMLElement} */ (this.firstElementChild);
    const isStatic = this.hasAttribute('static');
    setOrRemove(grid, 'role', isStatic ? null : 'grid');
    setOrRemove(grid, 'aria-label', isStatic ? null : t('board_label', { rows: board.rows, cols: board.cols }));
    for (const row of grid.children) {
      setOrRemove(row, 'role', isStatic ? null : 'row');
      for (const cell of row.children) {
        setOrRemove(cell, 'role', isStatic ? null : 'gridcell');
        const button = /** @type {HTMLButtonElement} */ (cell.firstElementChild);
        if (button.disabled !== isStatic) button.disabled = isStatic;
        setOrRemove(button, 'aria-hidden', isStatic ? 'true' : null);
      }
    }
    setOrRemove(this, 'role', isStatic ? 'img' : null);
    if (isStatic) this.setAttribute('aria-label', t('board_picture', { board: board.toString() }));
    else this.removeAttribute('aria-label');
  }

  /** @param {Board} board @param {number} cell @param {number} tile @param {boolean} home */
  #name(board, cell, tile, home) {
    const place = { t: tile, row: rowOf(board, cell) + 1, col: colOf(board, cell) + 1 };
    if (this.hasAttribute('covered')) return t('cell_covered', place);
    if (tile === 0) return t('cell_blank', place);
    if (!this.#goal) return t('cell_tile', place);
    return home ? t('cell_home', place) : t('cell_away', { ...place, n: stepsBetween(board, cell, this.#goal.find(tile)) });
  }

  /* ---- movement ---- */

  /** Ends running slides at once. */
  #settle() {
    for (const animation of this.#running) animation.cancel();
    this.#running = [];
  }

  /** @param {Slide[]} slides @param {readonly number[]} from where a drag let go, in cells */
  #animate(slides, from) {
    const [dx, dy] = STEP[slides[0].move];
    const [x, y] = [from[0] - dx, from[1] - dy];
    const part = Math.max(0.2, Math.abs(x) + Math.abs(y));
    const [w, h] = this.#pitch();
    this.#running = slides.map((slide) => this.#buttons[slide.to].animate(
      { transform: [`translate(${x * w}px, ${y * h}px)`, 'none'] },
      { duration: this.duration * Math.min(1, part), easing: 'ease-out' }));
  }

  /** Pixels from one cell to the next, across and down; measured once a size, for asking the layout takes time. */
  #pitch() {
    this.#measured ??= this.#measure();
    return this.#measured;
  }

  #measure() {
    const board = /** @type {Board} */ (this.#board);
    const [first, right, below] = [0, 1, board.cols].map((cell) => /** @type {HTMLElement} */ (this.#buttons[cell].parentElement));
    return [right.offsetLeft - first.offsetLeft, below.offsetTop - first.offsetTop];
  }

  /* ---- input ---- */

  #onClick = (/** @type {MouseEvent} */ event) => {
    const cell = cellOf(event.target);
    // Pointers speak through pointerup; what is left are keys and assistive technology.
    if (cell < 0 || event.detail > 0) return;
    this.#tell('tile', { cell, tile: this.#board?.cells[cell] });
  };

  #onFocus = (/** @type {FocusEvent} */ event) => {
    const cell = cellOf(event.target);
    if (cell >= 0) this.#rove(cell);
  };

  #onKey = (/** @type {KeyboardEvent} */ event) => {
    const cell = cellOf(event.target);
    const move = ARROW_KEYS[event.key];
    if (cell < 0 || !move || !event.ctrlKey || event.altKey || event.metaKey) return;
    const board = /** @type {Board} */ (this.#board);
    const [dx, dy] = STEP[move];
    const [row, col] = [rowOf(board, cell) + dy, colOf(board, cell) + dx];
    event.preventDefault();
    if (row >= 0 && row < board.rows && col >= 0 && col < board.cols) this.#focusCell(row * board.cols + col);
  };

  /** @param {number} cell */
  #focusCell(cell) {
    this.#rove(cell);
    this.#buttons[cell].focus();
  }

  /** @param {number} cell */
  #rove(cell) {
    this.#buttons[this.#at].tabIndex = -1;
    this.#at = cell;
    this.#buttons[cell].tabIndex = 0;
  }

  #onDown = (/** @type {PointerEvent} */ event) => {
    const cell = cellOf(event.target);
    if (cell < 0 || event.button !== 0 || this.hasAttribute('static')) return;
    // A second finger comes down before the first is lifted: the first has pressed its tile.
    if (this.#drag) this.#press(this.#drag, 'touch');
    const board = /** @type {Board} */ (this.#board);
    const moves = this.hasAttribute('covered') ? null : board.press(cell);
    this.#drag = {
      cell, id: event.pointerId, x: event.clientX, y: event.clientY, offset: [0, 0], travelled: 0,
      move: moves?.[0] ?? null, cells: moves ? between(board, cell) : [],
    };
    this.setPointerCapture(event.pointerId);
    this.addEventListener('pointermove', this.#onMove);
    this.addEventListener('pointerup', this.#onUp);
    this.addEventListener('pointercancel', this.#onCancel);
  };

  #onMove = (/** @type {PointerEvent} */ event) => {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.travelled = Math.max(drag.travelled, Math.hypot(x, y));
    if (!drag.move || drag.travelled < SLACK) return;
    const [dx, dy] = STEP[drag.move];
    const [w, h] = this.#pitch();
    const part = Math.min(1, Math.max(0, (x / w) * dx + (y / h) * dy));
    drag.offset = [part * dx, part * dy];
    for (const cell of drag.cells) {
      this.#buttons[cell].style.transform = `translate(${part * dx * w}px, ${part * dy * h}px)`;
    }
  };

  #onUp = (/** @type {PointerEvent} */ event) => {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    const gone = Math.abs(drag.offset[0]) + Math.abs(drag.offset[1]);
    if (drag.travelled < SLACK || gone >= ENOUGH) this.#press(drag, event.pointerType);
    else if (gone < 0.1) {
      const move = swipeMove(x, y);
      if (move) this.#tell('move', { move, by: 'swipe' });
    }
    this.#snapBack();
  };

  #onCancel = () => this.#snapBack();

  /** Whoever listens shows the next board, and the slide goes on from under the finger. @param {Drag} drag @param {string} pointer */
  #press(drag, pointer) {
    this.#tell('tile', { cell: drag.cell, tile: this.#board?.cells[drag.cell], pointer });
    if (this.#drag === drag) this.#snapBack();
  }

  /** Lets tiles glide back that were not dragged far enough. */
  #snapBack() {
    const drag = this.#drag;
    if (!drag) return;
    this.#endDrag();
    const [w, h] = this.#pitch();
    const [x, y] = drag.offset;
    if ((x || y) && this.duration > 0 && !isStill()) {
      for (const cell of drag.cells) {
        this.#buttons[cell].animate({ transform: [`translate(${x * w}px, ${y * h}px)`, 'none'] },
          { duration: this.duration, easing: 'ease-out' });
      }
    }
  }

  #endDrag() {
    const drag = this.#drag;
    this.#drag = null;
    this.removeEventListener('pointermove', this.#onMove);
    this.removeEventListener('pointerup', this.#onUp);
    this.removeEventListener('pointercancel', this.#onCancel);
    for (const cell of drag?.cells ?? []) this.#buttons[cell].style.transform = '';
  }

  /** @param {string} type @param {object} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

/**
 * @typedef {object} Drag
 * @property {number} cell @property {number} id @property {number} x @property {number} y
 * @property {number[]} offset how far the tiles have come, in cells
 * @property {number} travelled @property {Move | null} move @property {number[]} cells
 */
/** @typedef {{from: number, to: number, move: Move}} Slide */

/** The slides of one press between two boards; null where it is more, or nothing. @param {Board} before @param {Board} after @returns {Slide[] | null} */
function slidesBetween(before, after) {
  if (before.size !== after.size) return null;
  const moves = before.press(after.blank);
  if (!moves || !before.play(moves)?.equals(after)) return null;
  return between(before, after.blank).map((from) => {
    const [dx, dy] = STEP[moves[0]];
    return { from, to: from + dx + dy * before.cols, move: moves[0] };
  });
}

/** The cells from one in the blank's line up to the blank, without it. @param {Board} board @param {number} cell */
function between(board, cell) {
  const step = rowOf(board, cell) === rowOf(board, board.blank) ? 1 : board.cols;
  const way = cell < board.blank ? step : -step;
  const cells = [];
  for (let at = cell; at !== board.blank; at += way) cells.push(at);
  return cells;
}

/** @param {EventTarget | null} target */
function cellOf(target) {
  const button = target instanceof Element ? target.closest('.tile') : null;
  return button instanceof HTMLElement ? Number(button.dataset.cell) : -1;
}

/** @param {Element} element @param {string} name @param {string | null} value */
function setOrRemove(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** The way of a swipe by its pixels, null if it is too short or slanting. @param {number} x @param {number} y @returns {Move | null} */
export function swipeMove(x, y) {
  const [far, near] = [Math.max(Math.abs(x), Math.abs(y)), Math.min(Math.abs(x), Math.abs(y))];
  if (far < 24 || near > far * 0.7) return null;
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? 'L' : 'R';
  return y < 0 ? 'U' : 'D';
}

/**
 * Calls back for swipes that begin in an element but not on a tile or a control.
 * @param {HTMLElement} area @param {(move: Move) => void} onMove
 */
export function onSwipe(area, onMove) {
  /** @type {PointerEvent | null} */
  let start = null;
  area.addEventListener('pointerdown', (event) => {
    const target = /** @type {Element} */ (event.target);
    start = event.pointerType === 'mouse' || target.closest('button, a, input, select') ? null : event;
  });
  area.addEventListener('pointerup', (event) => {
    const begun = start;
    start = null;
    if (!begun || begun.pointerId !== event.pointerId) return;
    const move = swipeMove(event.clientX - begun.clientX, event.clientY - begun.clientY);
    if (move) onMove(move);
  });
  area.addEventListener('pointercancel', () => {
    start = null;
  });
}

customElements.define('taquin-board', TaquinBoard);
