/** What is rendered: an object and a word on it. */

export interface Manifest {
  readonly about: string;
  readonly object: object;
  /** Words behind the value of a key, wherever it is. */
  readonly remarks?: Readonly<Record<string, string>>;
}

/** A whole object for an API server, as we write it. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** One that can be applied, which the scheduler's part cannot. */
export interface KubeManifest extends Manifest {
  readonly object: KubeObject;
}

/** By this everything of ours is found again, whoever applied it: what is no longer rendered, and what is to be removed. */
export const PART_OF = { key: 'app.kubernetes.io/part-of', value: 'daemonward' } as const;

/** What each object carries; `component` says which part of Daemonward it belongs to. */
export function labelsOf(component: string, name = 'daemonward') {
  return {
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/component': component,
    [PART_OF.key]: PART_OF.value,
  };
}
