/** The four doors over a small cluster, called as functions. */
import type { AdmissionContext, AdmissionEvent } from '../../../src/admission/door.ts';
import { admissionDoors } from '../../../src/admission/door.ts';
import { type Configuration, defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { policySettings } from '../../../src/policy/settings.ts';
import { smallCluster } from '../policy/cluster.ts';

export const NOW = new Date('2026-11-16T12:00:00Z');

interface Cause {
  readonly reason: string;
  readonly field?: string;
  readonly message: string;
}

export interface Response {
  readonly uid: string;
  readonly allowed: boolean;
  readonly status?: {
    readonly code: number;
    readonly reason: string;
    readonly message: string;
    readonly details: { readonly causes: readonly Cause[] };
  };
  readonly patchType?: string;
  readonly patch?: string;
  readonly warnings?: readonly string[];
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

export interface Hooks {
  /** Throws when the review is refused as malformed. */
  ask(path: string, review: unknown): Response;
  readonly events: AdmissionEvent[];
}

export function hooks(
  change: (configuration: Configuration) => Configuration = (same) => same,
  cluster: Pick<AdmissionContext, 'view' | 'roomToGrow' | 'forecast'> = {
    view: smallCluster().within(''),
  },
): Hooks {
  const settings = policySettings(change(defaultConfiguration()));
  const events: AdmissionEvent[] = [];
  const doors = admissionDoors({
    settings: () => settings,
    ...cluster,
    now: () => NOW,
    observe: (event) => events.push(event),
  });
  return {
    events,
    ask(path, review) {
      const answer = doors.get(path)?.(Buffer.from(JSON.stringify(review)));
      if (!answer?.ok) throw new Error(answer?.problem.message ?? `no door ${path}`);
      const { response }: { response: Response } = JSON.parse(answer.value);
      return response;
    },
  };
}

export function codesOf({ status }: Response): string[] {
  return (status?.details.causes ?? []).map(({ reason }) => reason);
}
