/** The colours of the style sheet, as the canvas needs them. */
import type { CellState } from '../../../src/explain/grid/cell.ts';
import { STATES_IN_ORDER } from '../data/words.ts';

export interface Palette {
  readonly states: Readonly<Record<CellState, string>>;
  readonly ink: string;
  readonly muted: string;
  readonly panel: string;
  readonly line: string;
  readonly track: string;
  readonly used: string;
  readonly held: string;
  readonly focus: string;
  readonly font: string;
}

/** Read anew when the scheme changes. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const states = Object.fromEntries(STATES_IN_ORDER.map((state) => [state, colour(`state-${state}`)]));
  return {
    states: { ...EMPTY, ...states },
    ink: colour('ink'),
    muted: colour('muted'),
    panel: colour('panel'),
    line: colour('line'),
    track: colour('track'),
    used: colour('used'),
    held: colour('state-held'),
    focus: colour('focus'),
    font: style.fontFamily,
  };
}

const EMPTY: Readonly<Record<CellState, string>> = {
  ready: '',
  running: '',
  waiting: '',
  held: '',
  'given-up': '',
  'never-fits': '',
  missing: '',
  'not-eligible': '',
};
