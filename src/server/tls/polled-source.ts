/** A source that is looked at again and again: what is new and good is served, what is not good is told, and the last good one stays. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../cluster/api/api-answer.ts';
import { ClusterAccessError } from '../../cluster/api/connection.ts';
import { messageOf } from '../../json/error-message.ts';
import { type CertificateSource, type Certificates, validityProblem } from './certificate-source.ts';

/** Told of what becomes of each look; somebody else counts and logs. */
export interface SourceReport {
  changed(certificates: Certificates): void;
  refused(problem: string): void;
  /** Nobody could be asked: what is served may be the newest or not, and there is nothing wrong with it. */
  missed(detail: string): void;
  recovered(): void;
}

export interface PolledOptions {
  readonly first: Certificates;
  /** What is there now; throws when that cannot be used. */
  look(): Certificates | Promise<Certificates>;
  readonly everyMs: number;
  readonly report: SourceReport;
}

/**
 * Looking again by path sees what event-based watching misses: the symbolic link that a kubelet swaps under a mounted
 * Secret, files that are renamed, network file systems.
 */
export function polledSource({ first, look, everyMs, report }: PolledOptions): CertificateSource {
  const listeners: (() => void)[] = [];
  const ending = new AbortController();
  let certificates = first;
  let seen: string | null = null;
  let told: string | null = null;
  let missed: string | null = null;

  function use(newest: Certificates): void {
    if (told !== null) report.recovered();
    [seen, told, missed] = [null, null, null];
    if (isSame(newest, certificates)) return;
    certificates = newest;
    report.changed(newest);
    for (const listener of listeners) listener();
  }

  /** Somebody may be in the middle of writing two files: what is wrong counts once it is the same at the next look. */
  function refuse(problem: string): void {
    const again = problem === seen;
    seen = problem;
    if (!again || problem === told) return;
    told = problem;
    report.refused(problem);
  }

  /** An API server that is away for one look is nothing to tell. */
  function miss(detail: string): void {
    const again = detail === seen;
    seen = detail;
    if (!again || detail === missed) return;
    missed = detail;
    report.missed(detail);
  }

  async function run(): Promise<void> {
    while (await slept(everyMs, ending.signal)) {
      try {
        use(await look());
      } catch (error) {
        if (error instanceof ApiError || error instanceof ClusterAccessError) miss(messageOf(error));
        else refuse(messageOf(error));
      }
    }
  }

  const running = run();
  return {
    current: () => certificates,
    problem: (now) => validityProblem(certificates, now),
    refused: () => told,
    onChange: (listener) => listeners.push(listener),
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

/** False when it is over. */
function slept(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal, ref: false }).catch(() => false);
}

function isSame(one: Certificates, other: Certificates): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ cert, key, ca, clientsAuthority, callers, handovers }: Certificates): string {
  return JSON.stringify([cert, key, ca?.pem, clientsAuthority?.pem, callers, handovers]);
}
