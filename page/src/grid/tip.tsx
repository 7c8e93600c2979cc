/** What the pointer is at, in words. */
import { MARGIN } from './canvas.ts';
import { type Layout, type Spot, stripAt } from './layout.ts';

export function Tip({ words, x, y, isLeft }: { words: string; x: number; y: number; isLeft: boolean }) {
  const [title = '', ...rest] = words.split(': ');
  const place = isLeft ? { right: `${x}px`, top: `${y}px` } : { left: `${x}px`, top: `${y}px` };
  return (
    <div class="tip" style={place} aria-hidden="true">
      <strong>{title}</strong>
      <span>{rest.join(': ')}</span>
    </div>
  );
}

/** Below the spot and to its right, or where there is room. */
export function tipPlace(spot: Spot, layout: Layout, top: number, width: number, height: number) {
  const { x, y } = stripAt(layout, spot.index);
  const { measures, cellsX, headHeight } = layout;
  const left = x + MARGIN + (spot.column === null ? 0 : cellsX + spot.column * measures.pitch);
  const below = y - top + headHeight + measures.rowPitch + 6;
  const isLow = below > height - TIP_HEIGHT;
  const isLeft = left > width * 0.6;
  return {
    x: isLeft ? width + MARGIN - left - measures.pitch : left,
    y: isLow ? below - TIP_HEIGHT - measures.rowPitch : below,
    isLeft,
  };
}

const TIP_HEIGHT = 64;
