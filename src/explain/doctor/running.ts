/** What runs in the cluster today and a rule would refuse, warn of or count, were it written now. */
import { isMirrorPod } from '../../kube/metadata/annotations.ts';
import { controllingDaemon } from '../../kube/metadata/owners.ts';
import { readDaemonSet, readPod } from '../../kube/object-schema.ts';
import type { CompiledPolicy } from '../../policy/compiled-policy.ts';
import type { Decision } from '../../policy/decision.ts';
import type { Finding } from '../../policy/finding.ts';
import { judgeDaemonSet } from '../../policy/judge.ts';
import { REASONS, type ReasonCode } from '../../policy/reasons.ts';
import { podFindings } from '../../policy/rules/pods.ts';
import { countWords } from '../text/lines.ts';
import type { Known } from './known.ts';
import { failure, type Line, orOk, skipped, warning } from './line.ts';

/** Enough to begin with; mended, the next ones show. */
const NAMES_SHOWN = 5;

const NO_PLACE = 'DW101';

type Outcome = 'denied' | 'warned' | 'audited';

const OUTCOME_WORDS = {
  denied: 'would be refused',
  warned: 'would be warned of, and refused were the rule enforced',
  audited: 'would be counted, and refused were the rule enforced',
} as const satisfies Record<Outcome, string>;

interface Broken {
  readonly code: ReasonCode;
  readonly outcome: Outcome;
  count: number;
  readonly names: string[];
}

/** Takes objects one by one and keeps only counts and a few names: a cluster has 150,000 pods. */
export class RunningObjects {
  readonly #policy: CompiledPolicy;
  readonly #broken = new Map<string, Broken>();
  #objects = 0;

  constructor(policy: CompiledPolicy) {
    this.#policy = policy;
  }

  addDaemonSet(object: unknown): void {
    const typed = readDaemonSet(object);
    if (!typed.ok) return;
    const { metadata } = typed.value;
    const [namespace, name] = [metadata?.namespace ?? '', metadata?.name ?? ''];
    const tenant = this.#policy.tenantOf(namespace, metadata?.tenant ?? undefined);
    const change = {
      operation: 'CREATE',
      object: typed.value,
      old: undefined,
      tenant,
      actor: undefined,
    } as const;
    this.#note(judgeDaemonSet(change, this.#policy), { namespace, name }, tenant);
  }

  /** Its node was chosen for it, and daemons' pods are made by their controller, which always passes. */
  addPod(object: unknown): void {
    const typed = readPod(object);
    if (!typed.ok) return;
    const metadata = typed.value.metadata ?? {};
    if (controllingDaemon(metadata) !== null || isMirrorPod(metadata)) return;
    const [namespace, name] = [metadata.namespace ?? '', metadata.name ?? ''];
    const tenant = this.#policy.tenantOf(namespace, metadata.tenant ?? undefined);
    const spec = { ...typed.value.spec, nodeName: '' };
    const findings = podFindings({ metadata, spec, old: undefined, tenant, actor: undefined }, this.#policy);
    this.#note(findings, { namespace, name }, tenant);
  }

  #note(
    findings: readonly Finding[],
    subject: { readonly namespace: string; readonly name: string },
    tenant: Parameters<CompiledPolicy['decide']>[2],
  ): void {
    this.#objects += 1;
    const decision: Decision = this.#policy.decide(findings, subject, tenant);
    const { denied, warned, audited } = decision;
    // What has no place where it is has no shape to mend.
    const hasNoPlace = [...denied, ...warned, ...audited].some(({ code }) => code === NO_PLACE);
    for (const outcome of ['denied', 'warned', 'audited'] as const) {
      for (const code of new Set(decision[outcome].map((finding) => finding.code))) {
        if (hasNoPlace && code !== NO_PLACE) continue;
        const key = `${outcome} ${code}`;
        const broken = this.#broken.get(key) ?? { code, outcome, count: 0, names: [] };
        broken.count += 1;
        if (broken.names.length < NAMES_SHOWN) broken.names.push(`${subject.namespace}/${subject.name}`);
        this.#broken.set(key, broken);
      }
    }
  }

  summary(): RunningSummary {
    return { objects: this.#objects, broken: [...this.#broken.values()] };
  }
}

export interface RunningSummary {
  readonly objects: number;
  readonly broken: readonly Readonly<Broken>[];
}

export function runningLines(check: 'daemonsets' | 'pods', summary: Known<RunningSummary>): readonly Line[] {
  if (!summary.known) return [skipped(check, summary.why)];
  const what = check === 'pods' ? 'pod' : 'DaemonSet';
  const lines = summary.value.broken
    .toSorted((one, other) => one.code.localeCompare(other.code))
    .map(({ code, outcome, count, names }) => {
      const more = count > names.length ? ` and ${count - names.length} more` : '';
      const text = `${code} ${REASONS[code].title}: ${countWords(count, what)} ${OUTCOME_WORDS[outcome]}: ${names.join(', ')}${more}`;
      const remedy = `${REASONS[code].remedy}; or an exemption with an expiry date`;
      return (outcome === 'denied' ? failure : warning)(check, text, remedy);
    });
  return orOk(lines, check, `${countWords(summary.value.objects, what)}, none of which a rule would refuse`);
}
