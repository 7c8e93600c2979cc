/** Everything that the API server is told, in the order in which it is applied, with a word on each. */
import { REASONS } from '../policy/reasons.ts';
import { policies } from './admission/policies.ts';
import type { Registration } from './admission/registration.ts';
import { mutatingConfiguration, validatingConfiguration } from './admission/webhooks.ts';
import type { KubeManifest } from './manifest.ts';

const MUTATING =
  'Completes what was left out, and says all that is wrong with a DaemonSet at once.\n' +
  'Fails open: while Daemonward is down, writes pass as they are.';

const VALIDATING =
  'Refuses what the rules of the configuration refuse. While Daemonward is down a hook with failurePolicy Fail refuses\n' +
  'everything that it is asked about. To take it off in an emergency:\n' +
  'kubectl delete validatingwebhookconfiguration daemonward';

const POLICY = 'Kept by the API server itself, so that it holds while Daemonward is down.';

/** The policies first: there is no moment in which nobody keeps the tenant rule. */
export function registrations(registration: Registration): KubeManifest[] {
  const validating = validatingConfiguration(registration);
  return [
    ...policies(registration).flatMap(({ code, policy, binding }) => [
      { about: `${code}: ${REASONS[code].title}.\n${POLICY}`, object: policy },
      { about: '', object: binding },
    ]),
    { about: MUTATING, object: mutatingConfiguration(registration) },
    ...(validating === undefined ? [] : [{ about: VALIDATING, object: validating }]),
  ];
}
