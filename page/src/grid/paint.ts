/** Draws what is to be seen of the grid. */
import { type CellState, decodedCell, stateOf } from '../../../src/explain/grid/cell.ts';
import type { Row } from '../data/model.ts';
import { counted } from '../data/words.ts';
import { drawGlyph, drawOutdated } from './glyphs.ts';
import { type Layout, type Spot, type Strip, stripAt, stripsBetween } from './layout.ts';
import { paintBar } from './paint-bar.ts';
import { type Pen, type Picture, shortened } from './picture.ts';

/** The strips between the scroll position and the end of what is seen. The pen is at the upper left corner of the canvas. */
export function paintGrid(pen: Pen, picture: Picture, top: number, width: number, height: number): void {
  const { layout, palette, selection } = picture;
  pen.clearRect(0, 0, width, height);
  pen.save();
  pen.translate(0, -top);
  paintPools(pen, picture, width);
  const strips = [...stripsBetween(layout, top, top + height)];
  paintHighlight(pen, picture, strips);
  const bySort = new Map<CellState, number[]>();
  for (const { index, x, y } of strips) {
    const row = selection.rows[index];
    if (row === undefined) continue;
    paintName(pen, row, x, y, picture);
    paintBar(pen, row, x, y, picture);
    collect(bySort, row, x, y, picture);
  }
  // One colour after another: changing it is what costs.
  for (const [state, places] of bySort) {
    pen.fillStyle = palette.states[state];
    pen.strokeStyle = palette.states[state];
    for (let at = 0; at + 1 < places.length; at += 2) {
      drawGlyph(pen, state, places[at] ?? 0, places[at + 1] ?? 0, layout.measures.cell);
    }
  }
  paintOverlays(pen, picture, strips);
  for (const [spot, colour] of [
    [picture.chosen, palette.ink],
    [picture.focus, palette.focus],
  ] as const) {
    if (spot !== null) paintFrame(pen, spot, layout, colour);
  }
  pen.restore();
}

function paintPools(pen: Pen, { layout, palette }: Picture, width: number): void {
  const { poolHead } = layout.measures;
  for (const { name, count, y } of layout.pools) {
    const base = y + poolHead - 9;
    pen.font = `600 12px ${palette.font}`;
    pen.fillStyle = palette.ink;
    pen.textAlign = 'left';
    pen.textBaseline = 'alphabetic';
    pen.fillText(name, 0, base);
    const after = pen.measureText(name).width + 8;
    pen.font = `12px ${palette.font}`;
    pen.fillStyle = palette.muted;
    const words = counted(count, 'node');
    pen.fillText(words, after, base);
    pen.fillStyle = palette.line;
    const from = after + pen.measureText(words).width + 12;
    pen.fillRect(from, base - 4, Math.max(0, width - from), 1);
  }
}

/** The strip and the column that the pointer is at. */
function paintHighlight(
  pen: Pen,
  { layout, palette, hover, focus }: Picture,
  strips: readonly Strip[],
): void {
  const spot = hover ?? focus;
  if (spot === null || layout.size === 'small') return;
  const { measures, cellsX, stripWidth } = layout;
  const inset = (measures.pitch - measures.cell) / 2;
  pen.fillStyle = palette.track;
  const { x, y } = stripAt(layout, spot.index);
  pen.fillRect(x - 4, y, stripWidth + 8, measures.rowPitch);
  if (spot.column === null) return;
  for (const strip of strips) {
    pen.fillRect(
      strip.x + cellsX + spot.column * measures.pitch - inset,
      strip.y,
      measures.pitch,
      measures.rowPitch,
    );
  }
}

function paintName(pen: Pen, row: Row, x: number, y: number, { layout, palette }: Picture): void {
  const { name: width, rowPitch } = layout.measures;
  if (width === 0) return;
  const small = layout.size === 'medium';
  pen.font = `${small ? 10.5 : 13}px ${palette.font}`;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.fillStyle = row.notReady || row.cordoned ? palette.muted : palette.ink;
  const note = small ? '' : row.notReady ? 'not ready' : row.cordoned ? 'cordoned' : '';
  const middle = y + rowPitch / 2;
  pen.fillText(shortened(pen, row.name, width - (note ? 58 : 0)), x, middle);
  if (!note) return;
  pen.font = `11px ${palette.font}`;
  pen.textAlign = 'right';
  pen.fillStyle = palette.muted;
  pen.fillText(note, x + width, middle);
}

function cellTop(layout: Layout, y: number): number {
  const { rowPitch, cell } = layout.measures;
  return layout.size === 'small' ? y : y + (rowPitch - cell) / 2;
}

function collect(bySort: Map<CellState, number[]>, row: Row, x: number, y: number, picture: Picture): void {
  const { layout, selection } = picture;
  const top = cellTop(layout, y);
  selection.columns.forEach((column, place) => {
    const state = stateOf(row.cells[column] ?? 0);
    const places = bySort.get(state) ?? [];
    places.push(x + layout.cellsX + place * layout.measures.pitch, top);
    bySort.set(state, places);
  });
}

function paintOverlays(pen: Pen, { layout, selection, palette }: Picture, strips: readonly Strip[]): void {
  const { cell, pitch } = layout.measures;
  if (layout.size === 'small') return;
  for (const { index, x, y } of strips) {
    const row = selection.rows[index];
    if (row === undefined) continue;
    selection.columns.forEach((column, place) => {
      const { outdated, holds, state } = decodedCell(row.cells[column] ?? 0);
      const left = x + layout.cellsX + place * pitch;
      const top = cellTop(layout, y);
      if (outdated) {
        pen.fillStyle = palette.panel;
        drawOutdated(pen, left, top, cell);
        pen.fillStyle = palette.states.waiting;
        drawOutdated(pen, left + cell * 0.2, top, cell * 0.8);
      }
      if (holds && state !== 'held') {
        pen.fillStyle = palette.held;
        pen.fillRect(left, top + cell + 1, cell, 2);
      }
    });
  }
}

function paintFrame(pen: Pen, spot: Spot, layout: Layout, colour: string): void {
  const { measures, cellsX } = layout;
  const { x, y } = stripAt(layout, spot.index);
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  pen.beginPath();
  if (spot.column === null) {
    pen.roundRect(x - 4, y - (layout.size === 'small' ? 2 : -1), layout.stripWidth + 8, measures.rowPitch, 5);
  } else {
    const margin = layout.size === 'small' ? 2 : 3;
    const side = measures.cell + 2 * margin;
    pen.roundRect(
      x + cellsX + spot.column * measures.pitch - margin,
      cellTop(layout, y) - margin,
      side,
      side,
      5,
    );
  }
  pen.stroke();
}
