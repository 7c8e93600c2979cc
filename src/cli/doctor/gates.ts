/** Who would take gates off pods, and whether they may: looked at where pods have some, or are to get them. */
import type { ApiClient } from '../../cluster/api/api-client.ts';
import { collectionPath, objectPath } from '../../cluster/api/api-path.ts';
import { LEASE_NAME } from '../../config/identity.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import type { GatedPods, GateFacts } from '../../explain/doctor/gates.ts';
import { type Known, known, notKnown } from '../../explain/doctor/known.ts';
import { isObject } from '../../json/object.ts';
import { valueAt } from '../../json/path.ts';
import { TURNS_HOOK } from '../../render/admission/webhooks.ts';
import { SERVICE_ACCOUNT } from '../../render/workload/installation.ts';
import { serviceAccount } from '../../tenancy/actor.ts';
import { learn } from './learn.ts';
import type { Found } from './registrations.ts';

const LEASES = { apiVersion: 'coordination.k8s.io/v1', plural: 'leases' };
const REVIEWS = { apiVersion: 'authorization.k8s.io/v1', plural: 'subjectaccessreviews' };

const MS_PER_SECOND = 1_000;

/** The clocks of two machines differ, and whoever renews may be a little late. */
const SLACK_SECONDS = 30;

export interface GateQuestion {
  readonly api: ApiClient;
  readonly fairness: Configuration['fairness'];
  readonly found: Found;
  readonly gated: Known<GatedPods>;
  /** Undefined when it does not run in the cluster: then its account is not known. */
  readonly namespace: string | undefined;
  readonly now: Date;
}

export async function gateFacts(question: GateQuestion): Promise<GateFacts> {
  const { fairness, gated, found } = question;
  const { mode } = fairness;
  const isNeeded = mode === 'on' || (gated.known && gated.value.count > 0);
  const unasked = notKnown('nobody waits');
  return {
    mode,
    pods: gated,
    isHookThere: isHookIn(found),
    holder: isNeeded ? await holderOf(question) : unasked,
    mayPatch: isNeeded ? await mayPatch(question) : unasked,
  };
}

function isHookIn(found: Found): Known<boolean> {
  const configurations = found.get('MutatingWebhookConfiguration');
  if (configurations?.known !== true) return notKnown(configurations?.why ?? 'not looked at');
  const hooks = configurations.value.flatMap(({ webhooks }): unknown[] =>
    Array.isArray(webhooks) ? webhooks : [],
  );
  return known(hooks.some((hook) => isObject(hook) && hook.name === TURNS_HOOK));
}

const NO_PLACE = notKnown('it does not run in the cluster');

async function holderOf({ api, namespace, now }: GateQuestion): Promise<Known<string>> {
  if (namespace === undefined) return NO_PLACE;
  return await learn(async () => {
    const lease = await api.find(objectPath({ ...LEASES, namespace }, LEASE_NAME));
    const [holder, renewed, lasts] = ['holderIdentity', 'renewTime', 'leaseDurationSeconds'].map((key) =>
      valueAt(lease, ['spec', key]),
    );
    const until = Date.parse(String(renewed)) + (Number(lasts) + SLACK_SECONDS) * MS_PER_SECOND;
    return typeof holder === 'string' && until >= now.getTime() ? holder : '';
  });
}

/** Asked as `kubectl auth can-i --as` does; nothing is written. */
async function mayPatch({ api, namespace }: GateQuestion): Promise<Known<boolean>> {
  if (namespace === undefined) return NO_PLACE;
  return await learn(async () => {
    const answer = await api.create(collectionPath(REVIEWS), {
      apiVersion: REVIEWS.apiVersion,
      kind: 'SubjectAccessReview',
      spec: {
        user: serviceAccount(namespace, SERVICE_ACCOUNT),
        groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
        resourceAttributes: { verb: 'patch', resource: 'pods' },
      },
    });
    return valueAt(answer, ['status', 'allowed']) === true;
  });
}
