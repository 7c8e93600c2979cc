/** What somebody may not know of others is left out of what was decided about his own pod. */
import type { Audience } from '../audience.ts';
import type { Decision, DecisionObject } from './decision.ts';

export function shownTo(decision: Decision, audience: Audience): Decision {
  const guarded = decision.candidates.flatMap((candidate) => candidate.protected ?? []);
  const named = [decision.object, ...decision.victims, ...guarded];
  if (named.every((object) => audience.mayKnow(object))) return decision;
  const nameless = (object: DecisionObject) =>
    audience.mayKnow(object)
      ? object
      : { ...object, namespace: '', name: audience.nameOf(object), tenant: '' };
  return {
    ...decision,
    object: nameless(decision.object),
    victims: decision.victims.filter((victim) => audience.mayKnow(victim)),
    candidates: decision.candidates.map((candidate) => ({
      ...candidate,
      protected: candidate.protected && nameless(candidate.protected),
    })),
    // Words may repeat a name.
    words: decision.kind === 'victims' ? 'evicted by the scheduler for a pod of higher priority' : '',
  };
}
