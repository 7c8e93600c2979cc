/** Keeps the grid in step with the cluster while somebody looks at it, a little at a time, and tells what has changed. */
import type { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { DecisionRing } from '../../explain/decisions/decision-ring.ts';
import type { DeltaAnswer } from '../../explain/grid/answer.ts';
import { Grid } from '../../explain/grid/grid.ts';
import { Followers } from './followers.ts';
import { clusterAnswer, daemonSetAnswers, gridAnswer, rowChanges, type Surroundings } from './grid-writer.ts';
import { ShownOrders } from './shown-orders.ts';

/** Quicker than anybody can follow, and slow enough that a busy cluster's events come together. */
const LOOK_EVERY_MS = 250;

/** Reviews wait no longer than this for the page; then everybody else has a turn. */
const SLICE_MS = 8;

/** Nobody has asked for so long: the grid is given up, and made anew for the next one. */
const KEPT_MS = 60_000;

/** Above this share of all nodes the whole is smaller than the changes. */
const LARGE_SHARE = 0.25;

/** Before the first look. */
const NO_LAYOUT = -1;

/** So many a browser gets when it comes, and so many at once at the most later. */
const DECISIONS_TOLD = 100;

export interface FeedOptions extends Surroundings {
  readonly decisions: { readonly ring: Pick<DecisionRing, 'since' | 'latest'> };
  /** In ms, steady. */
  clock(): number;
  /** A mistake of ours, while nobody waits for an answer. */
  failed(error: unknown): void;
}

export class GridFeed {
  readonly #options: FeedOptions;
  readonly #followers: Followers;
  readonly #orders: ShownOrders;
  #grid: Grid | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #askedAt = 0;
  #version = 0;
  #layout = NO_LAYOUT;
  /** Everything has been looked at, so that what is there belongs together. */
  #isSettled = false;
  /** The JSON of the newest version, and the event that carries it; made when somebody asks. */
  #whole: { readonly json: string; readonly event: Buffer } | null = null;
  #daemonSets = '';
  #cluster = '';
  /** The sequence of the newest decision that was told. */
  #told = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#orders = new ShownOrders(options);
    this.#followers = new Followers({ clock: options.clock, whole: () => this.#wholeEvent() });
  }

  get isFull(): boolean {
    return this.#followers.isFull;
  }

  get followers(): number {
    return this.#followers.size;
  }

  /** All of it, as of now. */
  async answer(): Promise<string> {
    this.#begin();
    await this.#look();
    return this.#wholeOf(this.#grid)?.json ?? '{}';
  }

  /** The head of the answer has been written. */
  follow(response: Writable): void {
    this.#begin();
    this.#followers.add(response);
    this.#look().catch(this.#options.failed);
  }

  stop(): void {
    this.#followers.stop();
    this.#end();
  }

  #begin(): void {
    const { extender, clock } = this.#options;
    this.#askedAt = clock();
    this.#grid ??= new Grid({
      view: extender.view,
      ledger: extender.ledger,
      keepsRoom: () => extender.settings.headroom.mode !== 'off',
      isStartupTaint: (key) => extender.rules.ledger.isStartupTaint(key),
    });
    this.#timer ??= setInterval(() => this.#tick(), LOOK_EVERY_MS).unref();
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#grid?.stop();
    this.#grid = null;
    this.#whole = null;
    this.#layout = NO_LAYOUT;
    this.#isSettled = false;
  }

  #tick(): void {
    const { clock } = this.#options;
    if (this.#followers.size > 0) this.#askedAt = clock();
    if (clock() - this.#askedAt > KEPT_MS) this.#end();
    else if (this.#followers.size > 0) this.#look().catch(this.#options.failed);
  }

  /** One look at a time: who asks meanwhile gets the same. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookInSlices().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookInSlices(): Promise<void> {
    const { extender, clock } = this.#options;
    for (;;) {
      const grid = this.#grid;
      if (grid === null) return;
      const begin = clock();
      extender.look();
      this.#isSettled = grid.refresh(() => clock() - begin > SLICE_MS);
      if (this.#isSettled) return this.#publish(grid);
      await turn();
    }
  }

  #publish(grid: Grid): void {
    this.#publishGrid(grid);
    const { ring } = this.#options.decisions;
    const came = ring.since(this.#told, DECISIONS_TOLD);
    this.#told = ring.latest;
    if (came.length > 0) this.#followers.send(eventOf('decisions', JSON.stringify(came)));
    if (this.#orders.look()) this.#followers.send(eventOf('orders', this.#orders.json));
  }

  #publishGrid(grid: Grid): void {
    const changed = grid.takeChanged();
    const cluster = clusterAnswer(grid, this.#options);
    const daemonSets = daemonSetAnswers(grid, this.#options);
    const [clusterText, daemonSetsText] = [JSON.stringify(cluster), JSON.stringify(daemonSets)];
    const isOtherLayout = grid.layout !== this.#layout;
    const delta = {
      ...(clusterText === this.#cluster ? {} : { cluster }),
      ...(daemonSetsText === this.#daemonSets ? {} : { daemonSets }),
    };
    if (!isOtherLayout && changed.length === 0 && Object.keys(delta).length === 0) {
      this.#followers.sendToNew();
      return;
    }
    this.#version += 1;
    this.#layout = grid.layout;
    this.#cluster = clusterText;
    this.#daemonSets = daemonSetsText;
    this.#whole = null;
    if (isOtherLayout || changed.length > grid.rows.size * LARGE_SHARE) {
      this.#followers.sendWhole();
      return;
    }
    const answer: DeltaAnswer = {
      layout: this.#layout,
      version: this.#version,
      ...delta,
      ...rowChanges(grid, changed, this.#options),
    };
    this.#followers.send(eventOf('delta', JSON.stringify(answer)));
  }

  #wholeEvent(): Buffer | null {
    // Half of a look is nothing to show: when it is done, it is sent to those who came meanwhile.
    const whole = this.#isSettled ? this.#wholeOf(this.#grid) : null;
    if (whole === null) return null;
    const decisions = this.#options.decisions.ring.since(0, DECISIONS_TOLD);
    return Buffer.concat([
      whole.event,
      eventOf('decisions', JSON.stringify(decisions)),
      eventOf('orders', this.#orders.json),
    ]);
  }

  #wholeOf(grid: Grid | null) {
    if (grid === null) return null;
    if (this.#whole === null) {
      const json = JSON.stringify(gridAnswer(grid, this.#version, this.#options));
      this.#whole = { json, event: eventOf('grid', json) };
    }
    return this.#whole;
  }
}

function eventOf(name: string, data: string): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${data}\n\n`);
}
