/** How many requests Daemonward says that it answered, by path, read from its metrics. */
import type { Daemonward } from './daemonward.ts';
import { exchange } from './request.ts';
import { waitFor } from './wait-for.ts';

const LINE =
  /^daemonward_http_requests_total\{path="(?<path>[^"]*)",code="(?<code>[^"]*)"\} (?<count>\d+)$/gm;

/** The paths of the service port; probes of the ops port are nobody's concern here. */
const SERVICE_PATH = /^\/(validate|mutate|scheduler)\//;

const OK = '200';

export interface RequestCounts {
  /** Answered with 200, by path; a path that was never called is missing. */
  readonly answered: Readonly<Record<string, number>>;
  /** All others, as `path code`. */
  readonly failed: readonly string[];
}

export async function requestCounts({ opsUrl }: Daemonward): Promise<RequestCounts> {
  const { text } = await exchange(`${opsUrl}/metrics`);
  const answered: Record<string, number> = {};
  const failed: string[] = [];
  for (const { groups } of text.matchAll(LINE)) {
    const { path = '', code = '', count = '' } = groups ?? {};
    if (!SERVICE_PATH.test(path)) continue;
    if (code === OK) answered[path] = Number(count);
    else failed.push(`${path} ${code}`);
  }
  return { answered, failed };
}

export interface CountsSince {
  /** Requests answered on this path since the start of the count. */
  answered(path: string): Promise<number>;
  /** Waits until at least so many were; they are counted a moment after their answers have left. */
  atLeast(path: string, count: number): Promise<number>;
}

export async function countFromHere(daemonward: Daemonward): Promise<CountsSince> {
  const before = await requestCounts(daemonward);
  async function answered(path: string): Promise<number> {
    const now = await requestCounts(daemonward);
    return (now.answered[path] ?? 0) - (before.answered[path] ?? 0);
  }
  return {
    answered,
    atLeast: (path, count) =>
      waitFor(
        `${count} requests on ${path}`,
        () => answered(path),
        (seen) => seen >= count,
      ),
  };
}
