/** What is drawn, with all that the drawing needs to know. */
import type { Resource } from '../data/room.ts';
import type { Selection } from '../data/selection.ts';
import type { Layout, Spot } from './layout.ts';
import type { Palette } from './palette.ts';

export type Pen = CanvasRenderingContext2D;

export interface Picture {
  readonly layout: Layout;
  readonly selection: Selection;
  readonly resource: Resource;
  readonly palette: Palette;
  readonly focus: Spot | null;
  readonly hover: Spot | null;
  /** What a panel tells of. */
  readonly chosen: Spot | null;
}

/** As much of a text as there is room for. */
export function shortened(pen: Pen, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  let length = text.length - 1;
  while (length > 1 && pen.measureText(`${text.slice(0, length)}…`).width > width) length -= 1;
  return `${text.slice(0, length)}…`;
}
