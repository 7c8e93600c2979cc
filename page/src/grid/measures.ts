/** How large the parts of a strip are, and which size fits. */

/** How large a strip is drawn. */
export const SIZES = ['small', 'medium', 'large'] as const;
export type Size = (typeof SIZES)[number];

export interface Measures {
  readonly cell: number;
  /** From cell to cell, and from strip to strip. */
  readonly pitch: number;
  readonly rowPitch: number;
  readonly name: number;
  readonly bar: number;
  /** Beside the bar, what is free. */
  readonly free: number;
  /** Of the names above the cells: the narrower these are, the steeper those stand. */
  readonly slant: number;
  readonly gutter: number;
  readonly poolHead: number;
  readonly poolGap: number;
}

/** The small one shows five thousand nodes on a few screens; the large one has room to read names. */
const MEASURES: Readonly<Record<Size, Measures>> = {
  small: {
    cell: 4,
    pitch: 5,
    rowPitch: 6,
    name: 0,
    bar: 16,
    free: 0,
    slant: 0,
    gutter: 14,
    poolHead: 26,
    poolGap: 14,
  },
  medium: {
    cell: 11,
    pitch: 13,
    rowPitch: 15,
    name: 96,
    bar: 56,
    free: 0,
    slant: Math.PI / 3,
    gutter: 24,
    poolHead: 28,
    poolGap: 14,
  },
  large: {
    cell: 18,
    pitch: 24,
    rowPitch: 26,
    name: 150,
    bar: 150,
    free: 150,
    slant: Math.PI / 4,
    gutter: 36,
    poolHead: 34,
    poolGap: 16,
  },
};

/** A node whose few cells stand alone can have larger ones. */
const FEW_COLUMNS = 3;
const FEW: Partial<Measures> = { cell: 9, pitch: 11, rowPitch: 11 };

/** Between the parts of a strip. */
export const GAP = 8;

export function measuresOf(size: Size, columns: number): Measures {
  const plain = MEASURES[size];
  return size === 'small' && columns <= FEW_COLUMNS ? { ...plain, ...FEW } : plain;
}

/** The largest that shows so many nodes on a few screens, and each of them whole. */
export function sizeFor(nodes: number, columns: number, width: number): Size {
  const wanted = nodes <= 60 ? 'large' : nodes <= 600 ? 'medium' : 'small';
  const fitting = SIZES.slice(0, SIZES.indexOf(wanted) + 1).findLast((size) => {
    const { name, pitch, bar, free } = MEASURES[size];
    return name + 2 * GAP + columns * pitch + bar + free <= width;
  });
  return fitting ?? 'small';
}
