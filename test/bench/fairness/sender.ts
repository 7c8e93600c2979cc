/** A process that sends what it is told to: reviews or calls, steadily or greedily. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { isObject } from '../../../src/json/object.ts';
import { adopted, orItsEnd } from '../peers/server.ts';
import type { Order, Outcome } from './tenant-load.ts';

export class Sender {
  readonly #child: ChildProcess;

  constructor(child: ChildProcess) {
    this.#child = child;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async send(order: Order): Promise<Outcome> {
    this.#child.send(order);
    const [outcome]: unknown[] = await orItsEnd(this.#child, once(this.#child, 'message'));
    if (!isOutcome(outcome)) throw new Error('a sender says nothing');
    return outcome;
  }

  /** Others get the processor first: it is the service that is measured, and not who shares the machine with it. */
  yields(): this {
    setPriority(this.pid, constants.priority.PRIORITY_LOW);
    return this;
  }

  stop(): void {
    this.#child.kill();
  }
}

function isOutcome(value: unknown): value is Outcome {
  return isObject(value) && Array.isArray(value.milliseconds);
}

export async function senderOf(args: readonly string[]): Promise<Sender> {
  const child = adopted(fork(join(import.meta.dirname, 'tenant-load.ts'), args));
  await orItsEnd(child, once(child, 'message'));
  return new Sender(child);
}

/** How long 99 of a hundred took at the most. */
export function percentile(milliseconds: readonly number[]): number {
  return milliseconds.toSorted((x, y) => x - y)[Math.floor(milliseconds.length * 0.99)] ?? Number.NaN;
}
