/** Draws the bar of a node: what its pods ask for, what is held, what is free. */
import type { Row } from '../data/model.ts';
import { amountText, roomOf } from '../data/room.ts';
import type { Pen, Picture } from './picture.ts';

export function paintBar(
  pen: Pen,
  row: Row,
  x: number,
  y: number,
  { layout, palette, resource }: Picture,
): void {
  const { rowPitch, cell } = layout.measures;
  const { allocatable, requested, held, free } = roomOf(row, resource);
  const height = layout.size === 'large' ? 8 : Math.max(2, Math.min(6, cell - 2));
  const left = x + layout.barX;
  const top = y + (layout.size === 'small' ? (cell - height) / 2 : (rowPitch - height) / 2);
  const width = layout.barWidth;
  const part = (amount: number) =>
    allocatable <= 0 ? 0 : Math.min(1, Math.max(0, amount / allocatable)) * width;
  const used = part(requested);
  const kept = Math.min(width - used, part(held));
  pen.fillStyle = palette.track;
  pen.fillRect(left, top, width, height);
  pen.fillStyle = palette.used;
  pen.fillRect(left, top, used, height);
  if (layout.measures.free > 0) {
    pen.font = `12px ${palette.font}`;
    pen.textAlign = 'left';
    pen.textBaseline = 'middle';
    pen.fillStyle = palette.muted;
    pen.fillText(`${amountText(resource, free)} free`, left + width + 10, y + rowPitch / 2);
  }
  if (held <= 0) return;
  pen.fillStyle = palette.held;
  // Held room that is not there shows as a mark at the end: the node owes it.
  if (kept < 2) pen.fillRect(left + width - 2, top - 2, 2, height + 4);
  else pen.fillRect(left + used + 1, top, kept - 1, height);
}
