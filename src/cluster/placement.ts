/** What records of several kinds have: where a pod may go, and which objects are meant. */
import type { Labels, PodSpec, SelectorRequirement } from '../kube/objects.ts';

/** Where a pod may go, in the shape of the pod spec itself, so that the placement rules take it as it is. */
export type Placement = Pick<
  PodSpec,
  'nodeName' | 'nodeSelector' | 'affinity' | 'tolerations' | 'hostNetwork'
>;

/** An object that matches has all the labels, and meets all the requirements. */
export interface SlimSelector {
  readonly matchLabels: Labels;
  readonly matchExpressions: readonly SelectorRequirement[];
}
