/** Counts callers that are not known, and logs some of them. */
import type { FastifyBaseLogger } from 'fastify';
import type { CallerObserver } from '../clients/gate.ts';
import type { Metrics } from './metrics.ts';
import { quietly } from './quietly.ts';

export function callerObserver(
  log: FastifyBaseLogger,
  metrics: Metrics,
  { known, refused }: { known: CallerObserver['known']; refused(path: string, code: string): void },
  now: () => number,
): CallerObserver {
  const write = quietly(now);
  const calls = new Map<string, number>();
  return {
    unknown: ({ path, code, outcome, address, subject }) => {
      metrics.unknownCallers.inc({ path, error: code, outcome });
      if (outcome === 'refused') refused(path, code);
      calls.set(code, (calls.get(code) ?? 0) + 1);
      // By what is wrong and not by who it is: nobody can fill the log by coming from many addresses.
      write(code, () => {
        log.warn({ path, error: code, outcome, address, subject, calls: calls.get(code) }, 'unknown caller');
        calls.delete(code);
      });
    },
    known,
  };
}
