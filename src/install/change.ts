/** What was done to one object of the cluster, or would be. */
import { type Difference, differenceText } from '../cluster/differences.ts';
import { nameOf, type ObjectKey } from './resources.ts';

export interface Change {
  readonly object: ObjectKey;
  /** kubectl's words. */
  readonly action: 'created' | 'configured' | 'unchanged' | 'deleted' | 'kept';
  /** Why it is kept. */
  readonly why?: string;
  readonly differences: readonly Difference[];
}

/** Told of each as it happens: an installation takes a while. */
export type Report = (change: Change) => void;

/** A line, and one for each field that changes. */
export function changeText({ object, action, why, differences }: Change, dryRun: boolean): string {
  const reason = why === undefined ? '' : `: ${why}`;
  const head = `${nameOf(object)} ${action}${dryRun ? ' (dry run)' : ''}${reason}`;
  return [head, ...differences.map((difference) => `    ${differenceText(difference)}`), ''].join('\n');
}
