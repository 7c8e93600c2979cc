/** Where daemons have just been bound: another scheduler may not have heard of it yet. */
import { SETTLING_MS } from './hold-clock.ts';

export class RecentBindings {
  /** By node and DaemonSet, oldest first: when. */
  readonly #boundAt = new Map<string, number>();

  note(node: string, daemonSetUid: string, now: number): void {
    const key = keyOf(node, daemonSetUid);
    this.#boundAt.delete(key);
    this.#boundAt.set(key, now);
    for (const [oldest, at] of this.#boundAt) {
      if (now - at < SETTLING_MS) return;
      this.#boundAt.delete(oldest);
    }
  }

  has(node: string, daemonSetUid: string, now: number): boolean {
    return now - (this.#boundAt.get(keyOf(node, daemonSetUid)) ?? Number.NEGATIVE_INFINITY) < SETTLING_MS;
  }
}

function keyOf(node: string, daemonSetUid: string): string {
  return `${node} ${daemonSetUid}`;
}
