/** From a DaemonSet as it was written to what a forecast looks at. */
import { createProjector } from '../../cluster/projection/projector.ts';
import type { Placement } from '../../cluster/records.ts';
import { needsBeyondRoom } from '../../kube/needs-beyond-room.ts';
import type { DaemonSet } from '../../kube/objects.ts';
import type { ForecastQuestion } from '../../policy/rules/forecast.ts';

export type ReadQuestion =
  | { readonly ok: true; readonly question: ForecastQuestion }
  | { readonly ok: false; readonly path: string; readonly problem: string };

/** Where the object is and what it is called, which it may leave to others to say. */
export interface Identity {
  readonly namespace: string;
  readonly name: string;
}

/** A question is forgotten with its answer: to look for strings that are in memory already would take longer. */
const AS_IT_IS = (text: string) => text;

/** One serves all objects. */
export function questionReader(partition = ''): (object: DaemonSet, identity: Identity) => ReadQuestion {
  const projector = createProjector(partition, AS_IT_IS);
  return (object, identity) => {
    const projected = projector.daemonSets({ ...object, metadata: { ...object.metadata, ...identity } });
    if (!projected.ok) return { ok: false, path: projected.path, problem: projected.problem };
    const otherNeeds = needsBeyondRoom(object.spec?.template);
    return { ok: true, question: { daemonSet: projected.record, otherNeeds } };
  };
}

/**
 * Each of them is looked at for each node. Who lists thousands of nodes by name gets no forecast in a review: it would take longer
 * than a review has.
 */
const MOST_REQUIREMENTS = 500;

/** Whether there is more to look at than a review has time for. */
export function isLarge({ daemonSet: { template } }: ForecastQuestion): boolean {
  const { affinity, tolerations = [], nodeSelector = {} }: Placement = template.placement;
  const terms =
    affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const values = terms.flatMap(({ matchExpressions, matchFields }) =>
    [...(matchExpressions ?? []), ...(matchFields ?? [])].map(
      (requirement) => requirement.values?.length ?? 0,
    ),
  );
  const sum = values.reduce((total, length) => total + length + 1, terms.length);
  const others = (tolerations?.length ?? 0) + Object.keys(nodeSelector ?? {}).length;
  return sum + others + template.hostPorts.length > MOST_REQUIREMENTS;
}
