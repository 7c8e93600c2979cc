/** An API server of a few objects that does what a test tells it to, behind the connection that the watch uses. */
import type { ApiAnswer, ApiConnection } from '../../../../src/cluster/api/api-answer.ts';
import type { Clock, ReflectorReport } from '../../../../src/cluster/watch/reflector.ts';

/** Bytes that come one after another; `hang` never ends by itself, `cut` breaks the connection. */
export type Piece = string | 'hang' | 'cut';

export interface Scripted {
  readonly status?: number;
  readonly pieces: readonly Piece[];
}

export interface Script {
  readonly connection: ApiConnection;
  /** The queries asked so far, in order. */
  readonly asked: URLSearchParams[];
}

/** Answers in the order given; what comes after the last one hangs. */
export function scripted(answers: readonly Scripted[]): Script {
  const asked: URLSearchParams[] = [];
  const queue = [...answers];
  const connection: ApiConnection = {
    async get(path, signal): Promise<ApiAnswer> {
      asked.push(new URL(path, 'http://x').searchParams);
      const { status = 200, pieces } = queue.shift() ?? { pieces: ['hang'] };
      return { status, body: bodyOf(pieces, signal) };
    },
  };
  return { connection, asked };
}

async function* bodyOf(pieces: readonly Piece[], signal: AbortSignal): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (piece === 'cut') throw new Error('socket hang up');
    if (piece === 'hang') await aborted(signal);
    else yield Buffer.from(piece);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new Error('aborted'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

export function namespace(name: string, version: number, labels: Record<string, string> = {}) {
  return { metadata: { name, uid: `uid-${name}`, resourceVersion: String(version), labels } };
}

export function list(version: number, names: readonly string[], next = ''): Scripted {
  const metadata = { resourceVersion: String(version), continue: next };
  const items = names.map((name) => namespace(name, version));
  return { pieces: [JSON.stringify({ kind: 'NamespaceList', apiVersion: 'v1', metadata, items })] };
}

export function event(type: string, object: unknown): string {
  return `${JSON.stringify({ type, object })}\n`;
}

/** Time that passes only when somebody sleeps. */
export function handClock(): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  let now = 1_000;
  return {
    slept,
    now: () => now,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
    },
    random: () => 1,
  };
}

export function recordingReport(): ReflectorReport & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    listed: (_kind, { reason, objects, removed }) =>
      lines.push(`listed ${objects}, removed ${removed}: ${reason}`),
    event: () => {},
    received: () => {},
    broken: (_kind, { doing, reason }) => lines.push(`${doing} broken: ${reason}`),
    unreadable: (_kind, message) => lines.push(`unreadable: ${message}`),
    withheld: (_kind, message) => lines.push(`withheld: ${message}`),
  };
}
