/** The shape of each state: told apart without its colour, in the legend as in the grid. */
import type { CellState } from '../../../src/explain/grid/cell.ts';

type Pen = CanvasRenderingContext2D;

/** Below this a shape is a few pixels: then it is a part of the square. */
const SHAPES_FROM = 8;

/** Draws a state into a square. The pen has its colour already, for filling and for lines. */
export function drawGlyph(pen: Pen, state: CellState, x: number, y: number, size: number): void {
  if (size < SHAPES_FROM) {
    drawMark(pen, state, x, y, size);
    return;
  }
  const line = Math.max(1.5, size / 9);
  pen.lineWidth = line;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  SHAPES[state](pen, x, y, size, line);
}

const SHAPES: Readonly<
  Record<CellState, (pen: Pen, x: number, y: number, size: number, line: number) => void>
> = {
  ready: (pen, x, y, size) => fillSquare(pen, x, y, size),
  running: (pen, x, y, size, line) => {
    strokeSquare(pen, x, y, size, line * 1.3);
    fillSquare(pen, x + size * 0.36, y + size * 0.36, size * 0.28);
  },
  held: (pen, x, y, size, line) => {
    pen.globalAlpha = 0.16;
    fillSquare(pen, x, y, size);
    pen.globalAlpha = 1;
    pen.setLineDash([size / 5, size / 6]);
    strokeSquare(pen, x, y, size, line);
    pen.setLineDash([]);
  },
  waiting: (pen, x, y, size) => {
    pen.beginPath();
    pen.moveTo(x + size / 2, y + size * 0.04);
    pen.lineTo(x + size * 0.98, y + size * 0.92);
    pen.lineTo(x + size * 0.02, y + size * 0.92);
    pen.closePath();
    pen.fill();
  },
  missing: (pen, x, y, size, line) => {
    pen.lineWidth = line * 1.2;
    pen.beginPath();
    pen.arc(x + size / 2, y + size / 2, size * 0.38, 0, 2 * Math.PI);
    pen.stroke();
  },
  'given-up': (pen, x, y, size, line) => {
    pen.lineWidth = line * 1.6;
    const inset = size * 0.16;
    pen.beginPath();
    pen.moveTo(x + inset, y + inset);
    pen.lineTo(x + size - inset, y + size - inset);
    pen.moveTo(x + size - inset, y + inset);
    pen.lineTo(x + inset, y + size - inset);
    pen.stroke();
  },
  'never-fits': (pen, x, y, size) => {
    pen.fillRect(x, y + size * 0.32, size, size * 0.36);
  },
  'not-eligible': (pen, x, y, size) => {
    pen.beginPath();
    pen.arc(x + size / 2, y + size / 2, Math.max(1.2, size / 11), 0, 2 * Math.PI);
    pen.fill();
  },
};

/** A newer template has not come here yet. */
export function drawOutdated(pen: Pen, x: number, y: number, size: number): void {
  pen.beginPath();
  pen.moveTo(x + size * 0.5, y);
  pen.lineTo(x + size, y);
  pen.lineTo(x + size, y + size * 0.5);
  pen.closePath();
  pen.fill();
}

function drawMark(pen: Pen, state: CellState, x: number, y: number, size: number): void {
  const half = Math.ceil(size / 2);
  if (state === 'not-eligible') pen.fillRect(x + size / 2 - 0.5, y + size / 2 - 0.5, 1, 1);
  else if (state === 'running' || state === 'held') pen.fillRect(x, y + size - half, size, half);
  else if (state === 'never-fits') pen.fillRect(x, y + size / 2 - 1, size, 2);
  else if (state === 'missing') pen.fillRect(x, y, half, size);
  else pen.fillRect(x, y, size, size);
}

function fillSquare(pen: Pen, x: number, y: number, size: number): void {
  pen.beginPath();
  pen.roundRect(x, y, size, size, size / 5);
  pen.fill();
}

function strokeSquare(pen: Pen, x: number, y: number, size: number, line: number): void {
  pen.lineWidth = line;
  pen.beginPath();
  pen.roundRect(x + line / 2, y + line / 2, size - line, size - line, size / 6);
  pen.stroke();
}
