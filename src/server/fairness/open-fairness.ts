/** Turns between tenants, put together with a clock: who gets a gate, and that the holder of the Lease takes them off. */
import type { FastifyBaseLogger } from 'fastify';
import { partitionsBehind } from '../../cluster/staleness.ts';
import type { ClusterView } from '../../cluster/view.ts';
import type { FairnessSettings } from '../../fairness/settings.ts';
import { type FindGate, WaitingBook } from '../../fairness/waiting-book.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Writer } from '../writer/open-writer.ts';
import { GATES_RIGHT, GateRemover } from './gate-remover.ts';

/** Half of what a window of the default size lasts: soon enough to see that it has run out. */
const LOOKED_EVERY_MS = 250;
const MS_PER_SECOND = 1_000;

/** Bindings come one by one: a moment later there are several, and one look does for all. */
const GATHERED_FOR_MS = 10;

/** Ten times what a scheduler with default settings places, and hardly noticed by an API server that takes thousands of writes. */
const MOST_PER_SECOND = 500;

export interface Fairness {
  readonly book: WaitingBook;
  readonly gates: FindGate;
  /** Why gates stay on their pods; null where nothing is known to be wrong. */
  problem(): string | null;
  stop(): Promise<void>;
}

export interface FairnessOptions {
  readonly view: ClusterView;
  readonly writer: Pick<Writer, 'api' | 'holds' | 'rights' | 'state'>;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  settings(): FairnessSettings;
  staleAfterSeconds(): number;
  /** By which the age of the view is measured. */
  steady(): number;
  /** In ms and steady. */
  clock(): number;
}

export function openFairness(options: FairnessOptions): Fairness {
  const { view, writer, metrics, settings, staleAfterSeconds, steady, clock } = options;
  const book = new WaitingBook(view, settings, clock);
  const remover = new GateRemover(removerOptions(options, book));
  const budget = new SecondsBudget(MOST_PER_SECOND, clock);
  const work = () => {
    if (!writer.holds() || !view.synced || remover.isPaused) return;
    const due = book.due(budget.left());
    budget.take(due.length);
    remover.add(due);
  };
  let soon: NodeJS.Timeout | undefined;
  book.changed = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      work();
    }, GATHERED_FOR_MS).unref();
  };
  const timer = setInterval(() => {
    book.look();
    work();
  }, LOOKED_EVERY_MS).unref();
  return {
    book,
    // A gate that nobody may take off, or that is set by what is no longer so, does more harm than a queue.
    gates: (question) => {
      const mayGate =
        settings().mode === 'on' &&
        writer.state().holder !== '' &&
        !remover.isShutOut &&
        partitionsBehind(view, steady(), staleAfterSeconds()).length === 0;
      const isGated = mayGate && book.gates(question);
      if (isGated && !question.dryRun) metrics.gatesSet.inc();
      return isGated;
    },
    problem: () => {
      if (writer.state().holder === '') return 'nobody holds the Lease, so that nobody takes gates off';
      const missing = writer.rights.list().find(({ right }) => right === GATES_RIGHT);
      if (missing !== undefined) return missing.detail;
      return book.isStalled ? 'there is room for more pods, and for some time no gate was taken off' : null;
    },
    stop: async () => {
      clearInterval(timer);
      clearTimeout(soon);
      book.stop();
      await remover.stop();
    },
  };
}

function removerOptions({ writer, log, metrics, clock }: FairnessOptions, book: WaitingBook) {
  const { api, holds, rights } = writer;
  return {
    api,
    holds,
    clock,
    kept: book.failed.bind(book),
    removed: (outcome: 'removed' | 'failed') => metrics.gatesRemoved.inc({ outcome }),
    forbidden: (message: string) =>
      rights.note(
        GATES_RIGHT,
        `no gates are set, and those that are there stay until daemonward release --all takes them off: ${message}`,
      ),
    granted: () => rights.granted(GATES_RIGHT),
    failed: (message: string) => log.warn({ detail: message }, 'gate not taken off'),
  };
}

/** How much may still be done in this second. */
class SecondsBudget {
  readonly #most: number;
  readonly #clock: () => number;
  #since = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(most: number, clock: () => number) {
    this.#most = most;
    this.#clock = clock;
  }

  left(): number {
    if (this.#clock() - this.#since >= MS_PER_SECOND) {
      this.#since = this.#clock();
      this.#used = 0;
    }
    return Math.max(0, this.#most - this.#used);
  }

  take(count: number): void {
    this.#used += count;
  }
}
