/** An explanation that is asked for, and what is shown until it comes or when it does not. */
import type { ComponentChildren } from 'preact';
import { ask } from '../../data/service.ts';
import type { Loaded } from '../panel.tsx';

export function Told<T>({
  loaded,
  children,
}: {
  readonly loaded: Loaded<T>;
  children(value: T): ComponentChildren;
}) {
  if (loaded.state === 'loading') return <p class="muted">Asking…</p>;
  if (loaded.state === 'problem') return <p class="refused">No explanation: {loaded.words}</p>;
  return <>{children(loaded.value)}</>;
}

export async function explanation<T>(url: string): Promise<T> {
  const answer = await ask(url, { headers: { accept: 'application/json' } });
  const value: T = await answer.json();
  return value;
}
