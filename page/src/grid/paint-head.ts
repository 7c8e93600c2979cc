/** Draws what stands above the strips. */
import { type Pen, type Picture, shortened } from './picture.ts';

/** The names of the DaemonSets, slanted above their cells, once for each column of strips. */
export function paintHead(pen: Pen, picture: Picture, names: readonly string[], width: number): void {
  const { layout, palette, hover, focus } = picture;
  const { measures, headHeight } = layout;
  pen.clearRect(0, 0, width, headHeight);
  const spot = hover ?? focus;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  for (let strip = 0; strip < layout.stripColumns; strip += 1) {
    const left = strip * (layout.stripWidth + measures.gutter) + layout.cellsX;
    names.forEach((name, place) => {
      const isMarked = spot?.column === place;
      pen.font = `${isMarked ? 600 : 400} ${layout.size === 'large' ? 12 : 10.5}px ${palette.font}`;
      pen.fillStyle = isMarked ? palette.ink : palette.muted;
      pen.save();
      pen.translate(left + place * measures.pitch + measures.cell / 2, headHeight - 6);
      pen.rotate(-measures.slant);
      pen.fillText(shortened(pen, name, (headHeight - 10) / Math.sin(measures.slant)), 0, 0);
      pen.restore();
    });
    if (layout.size === 'large') paintBarKey(pen, picture, left - layout.cellsX + layout.stripWidth);
  }
}

/** What the parts of a bar are, above the first; `right` is where the strip ends. */
function paintBarKey(pen: Pen, { layout, palette, resource }: Picture, right: number): void {
  const y = layout.headHeight - 8;
  pen.font = `12px ${palette.font}`;
  let x = right;
  for (const [colour, words] of [
    [palette.track, 'free'],
    [palette.held, 'held'],
    [palette.used, `${resource} asked for`],
  ] as const) {
    x -= pen.measureText(words).width;
    pen.fillStyle = palette.muted;
    pen.fillText(words, x, y);
    x -= 20;
    pen.fillStyle = colour;
    pen.fillRect(x, y - 4, 14, 8);
    x -= 16;
  }
}
