/** What a running service says of itself (`/state` on its ops port), as far as it is looked at. */
import { isObject } from '../../json/object.ts';
import { type Path, valueAt } from '../../json/path.ts';

export interface ReplicaState {
  readonly version: string;
  /** By its own clock, as all times in it. In ms since 1970. */
  readonly now: number;
  readonly startedAt: number;
  readonly paths: ReadonlyMap<string, PathTimes>;
  /** When a caller last broke off because it does not trust the certificate. */
  readonly untrusted: number | undefined;
  readonly cluster: ClusterState;
  readonly certificates: CertificateState;
  /** What is wrong with the newest configuration, and what waits for a restart. */
  readonly problems: readonly string[];
  readonly needRestart: readonly string[];
  /** Gates are not taken off though there is room. */
  readonly gatesStalled: boolean;
  readonly missingRights: readonly { readonly right: string; readonly detail: string }[];
}

export interface PathTimes {
  readonly answered: number | undefined;
  readonly refused: { readonly at: number; readonly error: string } | undefined;
}

export interface ClusterState {
  /** Why decisions cannot rely on the view; null when they can. */
  readonly problem: string | null;
  /** Since the kind that was heard of longest ago; undefined of a snapshot. */
  readonly oldestSeconds: number | undefined;
  /** Kinds that are not shown to it, each with the reason. */
  readonly withheld: readonly { readonly kind: string; readonly why: string }[];
}

/** A certificate, or what is left of it to compare. Times in ms since 1970. */
export interface Dated {
  readonly notBefore: number;
  readonly notAfter: number;
  readonly sha256: string;
}

export interface CertificateState {
  readonly leaf: Dated & { readonly names: readonly string[] };
  readonly ca: Dated | undefined;
  /** Who signs callers, in PEM. */
  readonly clientsCa: (Dated & { readonly pem: string }) | undefined;
  /** The newest that were made for callers, by name. */
  readonly callers: ReadonlyMap<string, Dated>;
  /** What callers showed last, by name, and why it should be replaced. */
  readonly shown: ReadonlyMap<string, Omit<Dated, 'sha256'> & { readonly outdated: string | undefined }>;
  readonly handovers: readonly { readonly authority: string; readonly until: number }[];
  readonly refused: string | undefined;
}

/** Undefined for what is no such answer, or one of a Daemonward that does not say enough. */
export function readReplicaState(value: unknown): ReplicaState | undefined {
  const [version, now, startedAt] = [
    textAt(value, ['version']),
    timeAt(value, ['now']),
    timeAt(value, ['startedAt']),
  ];
  const paths = valueAt(value, ['calls', 'paths']);
  if (version === undefined || now === undefined || startedAt === undefined || !isObject(paths))
    return undefined;
  return {
    version,
    now,
    startedAt,
    paths: new Map(Object.entries(paths).map(([path, times]) => [path, pathTimes(times)])),
    untrusted: timeAt(value, ['calls', 'untrusted']),
    cluster: clusterState(valueAt(value, ['cluster'])),
    certificates: certificateState(valueAt(value, ['certificates'])),
    problems: textsAt(value, ['configuration', 'problems']),
    needRestart: textsAt(value, ['configuration', 'needRestart']),
    gatesStalled: valueAt(value, ['fairness', 'stalled']) === true,
    missingRights: listAt(value, ['missingRights']).map((entry) => ({
      right: textAt(entry, ['right']) ?? '',
      detail: textAt(entry, ['detail']) ?? '',
    })),
  };
}

function pathTimes(value: unknown): PathTimes {
  const at = timeAt(value, ['refused', 'at']);
  return {
    answered: timeAt(value, ['answered']),
    refused: at === undefined ? undefined : { at, error: textAt(value, ['refused', 'error']) ?? '' },
  };
}

function clusterState(value: unknown): ClusterState {
  const kinds = Object.entries(objectAt(value, ['kinds']));
  const ages = kinds.flatMap(([, kind]) => {
    const age = valueAt(kind, ['ageSeconds']);
    return typeof age === 'number' ? [age] : [];
  });
  return {
    problem: textAt(value, ['problem']) ?? null,
    oldestSeconds: ages.length === 0 ? undefined : Math.max(...ages),
    withheld: kinds.flatMap(([kind, state]) => {
      const why = textAt(state, ['withheld']);
      return why === undefined ? [] : [{ kind, why }];
    }),
  };
}

function certificateState(value: unknown): CertificateState {
  const pem = textAt(value, ['clientsCa', 'pem']);
  const clientsCa = datedAt(value, ['clientsCa']);
  const leaf = datedAt(value, ['leaf']) ?? { notBefore: 0, notAfter: 0, sha256: '' };
  return {
    leaf: { ...leaf, names: textsAt(value, ['leaf', 'names']) },
    ca: datedAt(value, ['ca']),
    clientsCa: clientsCa === undefined || pem === undefined ? undefined : { ...clientsCa, pem },
    callers: new Map(
      Object.entries(objectAt(value, ['callers'])).flatMap(([name, facts]) => {
        const dated = datedAt(facts, []);
        return dated === undefined ? [] : [[name, dated] as const];
      }),
    ),
    shown: new Map(
      Object.entries(objectAt(value, ['shown'])).flatMap(([name, facts]) => {
        const [notBefore, notAfter] = [timeAt(facts, ['notBefore']), timeAt(facts, ['notAfter'])];
        if (notBefore === undefined || notAfter === undefined) return [];
        return [[name, { notBefore, notAfter, outdated: textAt(facts, ['outdated']) }] as const];
      }),
    ),
    handovers: listAt(value, ['handovers']).flatMap((entry) => {
      const until = timeAt(entry, ['until']);
      return until === undefined ? [] : [{ authority: textAt(entry, ['authority']) ?? '', until }];
    }),
    refused: textAt(value, ['refused']),
  };
}

function datedAt(root: unknown, path: Path): Dated | undefined {
  const [notBefore, notAfter] = [timeAt(root, [...path, 'notBefore']), timeAt(root, [...path, 'notAfter'])];
  const sha256 = textAt(root, [...path, 'sha256']);
  if (notBefore === undefined || notAfter === undefined || sha256 === undefined) return undefined;
  return { notBefore, notAfter, sha256 };
}

function textAt(root: unknown, path: Path): string | undefined {
  const value = valueAt(root, path);
  return typeof value === 'string' ? value : undefined;
}

function timeAt(root: unknown, path: Path): number | undefined {
  const time = Date.parse(textAt(root, path) ?? '');
  return Number.isNaN(time) ? undefined : time;
}

function listAt(root: unknown, path: Path): readonly unknown[] {
  const value = valueAt(root, path);
  return Array.isArray(value) ? value : [];
}

function textsAt(root: unknown, path: Path): readonly string[] {
  return listAt(root, path).filter((entry) => typeof entry === 'string');
}

function objectAt(root: unknown, path: Path) {
  const value = valueAt(root, path);
  return isObject(value) ? value : {};
}
