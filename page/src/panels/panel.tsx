/** A panel beside the grid: its title, the way to close it, and what it shows once it is there. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface PanelProps {
  readonly title: string;
  readonly kind: string;
  close(): void;
  readonly children: ComponentChildren;
}

export function Panel({ title, kind, close, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever has asked with the keyboard or a screen reader goes on where the answer is.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <section class="panel" aria-label={kind} data-testid={`panel-${kind}`}>
      <div class="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="quiet" onClick={close} aria-label={`Close ${kind}`}>
          ×
        </button>
      </div>
      {children}
    </section>
  );
}

/** `problem`: what went wrong, in words. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'problem'; readonly words: string };

/** Asks again whenever one of the keys changes. What was there stays to be seen until the new answer comes. */
export function useLoaded<T>(load: () => Promise<T>, keys: readonly unknown[], subject: string): Loaded<T> {
  const [known, setKnown] = useState<{ subject: string; loaded: Loaded<T> }>({
    subject,
    loaded: { state: 'loading' },
  });
  useEffect(() => {
    let isCurrent = true;
    const put = (loaded: Loaded<T>) => {
      if (isCurrent) setKnown({ subject, loaded });
    };
    load().then(
      (value) => put({ state: 'there', value }),
      (error: unknown) =>
        put({ state: 'problem', words: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [subject, ...keys]);
  return known.subject === subject ? known.loaded : { state: 'loading' };
}
