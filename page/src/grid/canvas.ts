/** Canvases as sharp as the screen, and the colours to draw on them with. */
import { useEffect, useState } from 'preact/hooks';
import { type Palette, paletteOf } from './palette.ts';

/** Around the picture, so that frames are not cut off. */
export const MARGIN = 16;

/** Read anew when the scheme of the system changes. */
export function usePalette(frame: { readonly current: HTMLElement | null }): Palette | null {
  const [palette, setPalette] = useState<Palette | null>(null);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const read = () => setPalette(frame.current && paletteOf(frame.current));
    read();
    dark.addEventListener('change', read);
    return () => dark.removeEventListener('change', read);
  }, []);
  return palette;
}

/** Of the widest of some names. */
export function widthOf(names: readonly string[], palette: Palette | null): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null || palette === null) return 0;
  pen.font = `12px ${palette.font}`;
  return Math.max(0, ...names.map((name) => pen.measureText(name).width));
}

/** A pen whose unit is a pixel of the style sheet, on a canvas as sharp as the screen. */
export function prepared(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const scale = devicePixelRatio || 1;
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser draws no canvas');
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.translate(MARGIN, 0);
  return pen;
}
