/**
 * The shapes of the tree's drawing: boards to be read, and dots where there are too many of them.
 */

/** Adds the shape of a node to a path. @param {Path2D} path @param {string} standing @param {number} x @param {number} y @param {number} size */
export function dotInto(path, standing, x, y, size) {
  if (standing === 'open') {
    path.moveTo(x + size, y);
    path.arc(x, y, size, 0, 7);
  } else if (standing === 'pruned') {
    path.moveTo(x, y - size * 1.2);
    path.lineTo(x + size * 1.2, y);
    path.lineTo(x, y + size * 1.2);
    path.lineTo(x - size * 1.2, y);
    path.closePath();
  } else {
    path.rect(x - size, y - size, size * 2, size * 2);
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} w @param {number} h @param {number} r */
export function roundRect(context, x, y, w, h, r) {
  context.beginPath();
  context.roundRect(x, y, w, h, r);
}

/**
 * A board of 48 by 48 around a point.
 * @param {CanvasRenderingContext2D} context @param {string} text @param {number} x @param {number} y
 * @param {{ tile: string, text: string, frame: string, dash: boolean }} look @param {(name: string) => string} colour
 */
export function drawBoard(context, text, x, y, look, colour) {
  const rows = text.split('/').map((row) => row.split(' '));
  const most = Math.max(rows.length, rows[0].length);
  const cell = 46 / most;
  const [left, top] = [x - (cell * rows[0].length) / 2, y - (cell * rows.length) / 2];
  drawCard(context, x, y, look, colour);
  context.font = `650 ${cell * 0.68}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  rows.forEach((row, r) => row.forEach((tile, c) => {
    if (tile === '0') return;
    context.fillStyle = colour(look.tile);
    roundRect(context, left + c * cell + 0.8, top + r * cell + 0.8, cell - 1.6, cell - 1.6, 2.5);
    context.fill();
    context.fillStyle = colour(look.text);
    context.fillText(tile, left + (c + 0.5) * cell, top + (r + 0.54) * cell);
  }));
}

/**
 * The card of a board without its tiles.
 * @param {CanvasRenderingContext2D} context @param {number} x @param {number} y
 * @param {{ frame: string, dash: boolean }} look @param {(name: string) => string} colour
 */
export function drawCard(context, x, y, look, colour) {
  context.fillStyle = colour('card');
  roundRect(context, x - 25, y - 25, 50, 50, 7);
  context.fill();
  context.strokeStyle = colour(look.frame);
  context.lineWidth = look.dash ? 1.6 : 1.4;
  if (look.dash) context.setLineDash([4, 3]);
  context.stroke();
  context.setLineDash([]);
}
