/** How long callers can show what they have. */
import { type Line, orOk, skipped, warning } from '../line.ts';
import type { Dated } from '../replica-state.ts';
import { askedOf, type Replica, silenceOf } from '../replicas.ts';
import { daysText, endLine } from './life.ts';

export interface ClientFacts {
  readonly now: number;
  readonly replicas: readonly Replica[];
  /** In the configuration of the scheduler, by its first name. */
  readonly schedulerClient: (Dated & { readonly name: string; readonly place: string }) | undefined;
}

interface ClientCertificate {
  readonly name: string;
  readonly what: string;
  readonly dated: Omit<Dated, 'sha256'>;
  readonly outdated: string | undefined;
}

/** One line a caller: that it is in a file and was shown is one fault, and not two. */
export function clientLines({ now, replicas, schedulerClient }: ClientFacts): readonly Line[] {
  const states = askedOf(replicas).map(({ state }) => state.certificates);
  const all: ClientCertificate[] = states.flatMap(({ callers, shown }) => [
    ...Array.from(shown, ([name, dated]) => ({
      name,
      what: `what ${name} shows`,
      dated,
      outdated: dated.outdated,
    })),
    ...Array.from(callers, ([name, dated]) => ({
      name,
      what: `what was made for ${name}`,
      dated,
      outdated: undefined,
    })),
  ]);
  if (schedulerClient !== undefined) {
    const { name, place } = schedulerClient;
    all.push({ name, what: `that of ${name} in ${place}`, dated: schedulerClient, outdated: undefined });
  }
  if (all.length === 0) {
    const why = states.length === 0 ? silenceOf(replicas) : 'nobody has shown one, and none was made here';
    return [skipped('client-certificates', why)];
  }
  const lines = [...Map.groupBy(all, ({ name }) => name).values()].flatMap((certificates) => {
    const found = certificates.flatMap((certificate) => clientLine(certificate, now) ?? []);
    return found.find(({ status }) => status === 'failure') ?? found[0] ?? [];
  });
  const text = daysText(
    all.map(({ dated }) => dated),
    now,
  );
  return orOk(lines, 'client-certificates', text);
}

function clientLine({ what, dated, outdated }: ClientCertificate, now: number): Line | undefined {
  const ends = endLine('client-certificates', what, dated, now);
  if (ends !== undefined || outdated === undefined) return ends;
  return warning('client-certificates', `${what} is old: ${outdated}`);
}
