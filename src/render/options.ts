/** What is to be rendered, and for whom. */
import type { Profile } from './scheduler/extender.ts';
import type { Target } from './target.ts';

export interface RenderOptions {
  readonly output: 'yaml' | 'json';
  readonly target: Target;
  /** Where Daemonward runs; undefined when it is not in the cluster. */
  readonly namespace: string | undefined;
  readonly profile: Profile;
  /** The scheduler tells which node it has chosen (`bindVerb`): from Kubernetes 1.30 on. */
  readonly witness: boolean;
  /** How the scheduler reaches Daemonward, when not as the API server does. */
  readonly schedulerUrl: string | undefined;
  readonly what:
    | { readonly kind: 'registrations' }
    | { readonly kind: 'scheduler' }
    | { readonly kind: 'second-scheduler'; readonly name: string };
}
