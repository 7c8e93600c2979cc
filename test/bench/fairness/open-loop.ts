/** Requests at a given rate, whether answers come or not: as many people send them, who do not know of each other. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from './tenant-load.ts';

export interface OpenLoop {
  /** In a second, on average. */
  readonly rate: number;
  readonly seconds: number;
  /** Whether it was answered well. */
  send(): Promise<boolean>;
}

/** None waits for the answer to another one. Time is counted from when it is sent: a timer's lateness is not the service's. */
export async function openLoop({ rate, seconds, send }: OpenLoop): Promise<Outcome> {
  const begin = performance.now();
  const until = begin + seconds * 1_000;
  const milliseconds: number[] = [];
  const underWay = new Set<Promise<void>>();
  let failed = 0;
  const one = async () => {
    const sent = performance.now();
    if (await send()) milliseconds.push(performance.now() - sent);
    else failed += 1;
  };
  for (let due = begin + gap(rate); due < until; due += gap(rate)) {
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const sent = one();
    underWay.add(sent);
    void sent.then(() => underWay.delete(sent));
  }
  await Promise.all(underWay);
  return { milliseconds, failed, seconds: (performance.now() - begin) / 1_000 };
}

/** In ms: as long as between events that do not know of each other. */
function gap(rate: number): number {
  return (-Math.log(1 - Math.random()) / rate) * 1_000;
}
