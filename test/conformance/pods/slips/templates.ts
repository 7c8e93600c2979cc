/** What admission would refuse in a pod before anybody could judge its fields, and takes in a template. */
import { inSpec, type Slip } from './slip.ts';

export const IN_TEMPLATES: readonly Slip[] = [
  ...['Upper', 'a.b', '', '-'].flatMap((name) => [
    inSpec(`the runtime "${name}"`, { runtimeClassName: name }),
    inSpec(`the priority class "${name}"`, { priorityClassName: name }),
  ]),
  ...['PreemptLowerPriority', 'Never', 'Sometimes', ''].map((preemptionPolicy) =>
    inSpec(`preemption ${preemptionPolicy}`, { preemptionPolicy }),
  ),
  inSpec('the node of a good name', { nodeName: 'node-1' }),
  inSpec('ephemeral containers', { ephemeralContainers: [{ name: 'e', image: 'e' }] }),
  inSpec('no ephemeral containers', { ephemeralContainers: [] }),
];
