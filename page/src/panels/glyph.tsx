/** The shape of a state, as the grid draws it, in a line of text. */
import { useEffect, useRef } from 'preact/hooks';
import type { CellState } from '../../../src/explain/grid/cell.ts';
import { drawGlyph } from '../grid/glyphs.ts';
import { paletteOf } from '../grid/palette.ts';

const SIDE = 14;

export function Glyph({ state }: { readonly state: CellState }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const draw = () => {
      const element = canvas.current;
      const pen = element?.getContext('2d');
      if (!element || !pen) return;
      const scale = devicePixelRatio || 1;
      element.width = SIDE * scale;
      element.height = SIDE * scale;
      pen.scale(scale, scale);
      const colour = paletteOf(element).states[state];
      pen.fillStyle = colour;
      pen.strokeStyle = colour;
      drawGlyph(pen, state, 1, 1, SIDE - 2);
    };
    draw();
    dark.addEventListener('change', draw);
    return () => dark.removeEventListener('change', draw);
  }, [state]);
  return <canvas class="glyph" ref={canvas} width={SIDE} height={SIDE} />;
}
