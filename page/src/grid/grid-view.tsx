/** The grid itself: a canvas that scrolls, follows the pointer, and can be walked over with the arrow keys. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { decodedCell } from '../../../src/explain/grid/cell.ts';
import type { Model } from '../data/model.ts';
import { type Resource, roomWords } from '../data/room.ts';
import { fullName, type Selection } from '../data/selection.ts';
import { cellWords } from '../data/words.ts';
import { KEYS, moved } from './arrow-keys.ts';
import { MARGIN, prepared, usePalette, widthOf } from './canvas.ts';
import { type Chosen, spotOf, within } from './chosen.ts';
import { layoutOf, type Spot, spotAt, stripAt } from './layout.ts';
import { type Size, sizeFor } from './measures.ts';
import { paintGrid } from './paint.ts';
import { paintHead } from './paint-head.ts';
import type { Picture } from './picture.ts';
import { Tip, tipPlace } from './tip.tsx';

export interface GridProps {
  readonly model: Model;
  readonly selection: Selection;
  /** Null for the one that fits. */
  readonly size: Size | null;
  /** Told which one that is. */
  onSize(size: Size): void;
  readonly resource: Resource;
  readonly chosen: Chosen | null;
  choose(chosen: Chosen): void;
  readonly announce: (words: string) => void;
}

export function GridView({
  model,
  selection,
  size: wanted,
  onSize,
  resource,
  chosen,
  choose,
  announce,
}: GridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const head = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [height, setHeight] = useState(0);
  const [top, setTop] = useState(0);
  const [hover, setHover] = useState<Spot | null>(null);
  const [focus, setFocus] = useState<Spot | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const isDrawn = useRef(false);
  const palette = usePalette(frame);
  const names = selection.columns.map((column) => model.daemonSets[column]?.name ?? '');
  const longestName = useMemo(() => widthOf(names, palette), [names.join(' '), palette]);
  const size = wanted ?? sizeFor(selection.rows.length, selection.columns.length, width);
  useEffect(() => onSize(size), [size]);
  const layout = useMemo(
    () =>
      layoutOf(
        selection.pools.map(({ name, rows }) => ({ name, count: rows.length })),
        selection.columns.length,
        { width, size, longestName },
      ),
    [selection, size, width, longestName],
  );
  const focused = within(focus, selection);
  const picture: Picture | null = palette && {
    layout,
    selection,
    resource,
    palette,
    hover: within(hover, selection),
    focus: hasFocus ? focused : null,
    chosen: spotOf(chosen, model, selection),
  };

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => {
      setWidth(Math.max(0, element.clientWidth - 2 * MARGIN));
      setHeight(element.clientHeight);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    if (picture === null || canvas.current === null) return;
    const seen = Math.max(0, height - layout.headHeight);
    paintGrid(prepared(canvas.current, width + 2 * MARGIN, seen), picture, top, width, seen);
    if (head.current && layout.headHeight > 0)
      paintHead(prepared(head.current, width + 2 * MARGIN, layout.headHeight), picture, names, width);
    if (selection.rows.length > 0 && !isDrawn.current) {
      isDrawn.current = true;
      // Once, for whoever measures: two frames later it is on the screen.
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('grid-drawn')));
    }
  });

  const wordsOf = (spot: Spot): string => {
    const row = selection.rows[spot.index];
    if (row === undefined) return '';
    if (spot.column === null) return `${row.name}, pool ${row.pool}: ${roomWords(row, resource)}`;
    const column = selection.columns[spot.column] ?? 0;
    const daemonSet = model.daemonSets[column];
    if (daemonSet === undefined) return '';
    const words = cellWords(decodedCell(row.cells[column] ?? 0), row.ends.get(column));
    return `${fullName(daemonSet)} on ${row.name}: ${words}`;
  };
  const spotOfEvent = (event: MouseEvent): Spot | null => {
    const box = canvas.current?.getBoundingClientRect();
    return box ? spotAt(layout, event.clientX - box.left - MARGIN, event.clientY - box.top + top) : null;
  };
  const go = (spot: Spot) => {
    setFocus(spot);
    announce(wordsOf(spot));
    const element = frame.current;
    if (element === null) return;
    const { y } = stripAt(layout, spot.index);
    const seen = height - layout.headHeight;
    const { poolHead, rowPitch } = layout.measures;
    if (y - poolHead < element.scrollTop) element.scrollTop = y - poolHead;
    else if (y + rowPitch + MARGIN > element.scrollTop + seen)
      element.scrollTop = y + rowPitch + MARGIN - seen;
  };
  const chooseSpot = (spot: Spot) => {
    const row = selection.rows[spot.index];
    if (row === undefined) return;
    const daemonSet =
      spot.column === null ? undefined : model.daemonSets[selection.columns[spot.column] ?? -1];
    choose({ node: row.name, daemonSet: daemonSet ? fullName(daemonSet) : null });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (selection.rows.length === 0) return;
    const from = focused ?? START;
    if (event.key === 'Enter' || event.key === ' ') chooseSpot(from);
    else {
      const next = focused === null ? START : moved(layout, from, event.key, selection.rows.length);
      if (next === null || !KEYS.has(event.key)) return;
      go(next);
    }
    event.preventDefault();
  };
  const tip = picture?.hover ?? null;
  return (
    <div
      class="grid-frame"
      ref={frame}
      role="application"
      aria-roledescription="cluster grid"
      aria-label={`${selection.rows.length} nodes by ${selection.columns.length} DaemonSets. Arrow keys move, Enter explains.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is what the arrow keys move in
      tabIndex={0}
      data-testid="grid"
      data-size={layout.size}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      onFocus={() => {
        setHasFocus(true);
        if (focused !== null) announce(wordsOf(focused));
      }}
      onBlur={() => setHasFocus(false)}
    >
      <div class="grid-content" style={{ height: `${layout.height + layout.headHeight + MARGIN}px` }}>
        <div class="grid-window" style={{ height: `${height}px` }}>
          <canvas class="grid-head" ref={head} hidden={layout.headHeight === 0} />
          <canvas
            ref={canvas}
            data-testid="canvas"
            class={tip === null ? '' : 'points'}
            onMouseMove={(event) => setHover(spotOfEvent(event))}
            onMouseLeave={() => setHover(null)}
            onClick={(event) => {
              const spot = spotOfEvent(event);
              if (spot === null) return;
              setFocus(spot);
              chooseSpot(spot);
            }}
          />
          {tip !== null && <Tip words={wordsOf(tip)} {...tipPlace(tip, layout, top, width, height)} />}
        </div>
      </div>
    </div>
  );
}

const START: Spot = { index: 0, column: 0 };
