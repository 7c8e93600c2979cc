/** What a check could not look at, because there is no cluster to ask: said, so that nobody takes it for fine. */
import { valueAt } from '../json/path.ts';
import { qualifiedKind } from '../kube/metadata/type-meta.ts';
import { SYSTEM_PRIORITIES } from '../kube/priority.ts';
import type { PolicyView } from '../policy/policy-view.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { PolicySettings } from '../policy/settings.ts';
import type { CheckedEntry } from './check-object.ts';
import type { InputObject } from './input.ts';
import type { Role } from './kinds.ts';

/** Names that somebody still reads. */
const MOST_SHOWN = 5;

const CLASS_CODES: readonly ReasonCode[] = ['DW302', 'DW303', 'DW304', 'DW106'];
const ORDER_CLASS_CODES: readonly ReasonCode[] = ['DW604', 'DW605'];

export class Gaps {
  readonly #modes: PolicySettings['modes'];
  readonly #hasCluster: boolean;
  readonly #view: PolicyView;
  readonly #classes = new Set<string>();
  readonly #kinds = new Set<string>();
  readonly #roles = new Set<Role['as']>();

  constructor({ modes }: PolicySettings, hasCluster: boolean, view: PolicyView) {
    this.#modes = modes;
    this.#hasCluster = hasCluster;
    this.#view = view;
  }

  add({ object, role }: InputObject, { isKnown }: CheckedEntry): void {
    this.#roles.add(role.as);
    if (!isKnown) this.#kinds.add(`${qualifiedKind(object)} (${object.apiVersion})`);
    const path = role.as === 'workload' ? role.template : role.as === 'pod' ? [] : ['spec', 'template'];
    const name = valueAt(object.content, [...path, 'spec', 'priorityClassName']);
    if (typeof name !== 'string' || name === '' || SYSTEM_PRIORITIES.has(name)) return;
    if (this.#view.priorityClass(name) === undefined) this.#classes.add(name);
  }

  /** Each begins with the codes that it is about. */
  sentences(): string[] {
    const asked = [
      ...(this.#roles.has('daemonset') ? this.#on(['DW102']) : []),
      ...(this.#roles.has('pod') ? this.#on(['DW104']) : []),
    ];
    const stored = this.#roles.has('daemonset') ? this.#on(['DW204']) : [];
    const classes = this.#hasCluster ? [] : [...this.#classes].sort();
    const byClass = classes.length > 0 ? this.#on(this.#classCodes()) : [];
    return [
      ...sentence(asked, 'who asks'),
      ...sentence(stored, 'what is there already'),
      ...sentence(byClass, `the priority class ${listed(classes)}, in neither the input nor a --snapshot`),
      ...(this.#kinds.size > 0 ? [`fields and types of ${listed([...this.#kinds].sort())}`] : []),
    ];
  }

  #classCodes(): readonly ReasonCode[] {
    const hasOrders = this.#roles.has('order');
    const hasOthers = [...this.#roles].some((role) => role !== 'order');
    return [...(hasOthers ? CLASS_CODES : []), ...(hasOrders ? ORDER_CLASS_CODES : [])];
  }

  #on(codes: readonly ReasonCode[]): readonly ReasonCode[] {
    return codes.filter((code) => this.#modes[code] !== 'off');
  }
}

function sentence(codes: readonly ReasonCode[], words: string): string[] {
  return codes.length === 0 ? [] : [`${codes.join(', ')} (${words})`];
}

function listed(names: readonly string[]): string {
  const rest = names.length > MOST_SHOWN ? [`and ${names.length - MOST_SHOWN} more`] : [];
  return [...names.slice(0, MOST_SHOWN), ...rest].join(', ');
}
