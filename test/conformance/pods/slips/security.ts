/** Who a container runs as, and what it may do. */
import type { JsonObject } from '../../../../src/json/object.ts';
import { inContainer, inSpec, type Slip } from './slip.ts';

const ofContainer = (about: string, securityContext: JsonObject) => inContainer(about, { securityContext });
const ofPod = (about: string, securityContext: JsonObject, fields: JsonObject = {}) =>
  inSpec(about, { securityContext, ...fields });

const LARGEST = 2 ** 31 - 1;
const PROFILES: readonly JsonObject[] = [
  { type: 'Unconfined' },
  { type: 'RuntimeDefault' },
  { type: 'Localhost', localhostProfile: 'a/b' },
  { type: 'Localhost', localhostProfile: '/a' },
  { type: 'Localhost', localhostProfile: 'a/../b' },
  { type: 'Localhost' },
  { type: 'RuntimeDefault', localhostProfile: 'a' },
  { type: '' },
  { type: '', localhostProfile: 'a' },
  { type: 'Loose' },
  { type: 'Loose', localhostProfile: 'a' },
  { type: 'Unconfined', localhostProfile: 'a' },
  { type: 'Localhost', localhostProfile: '' },
  { type: 'Localhost', localhostProfile: ' ' },
  { type: 'Localhost', localhostProfile: ' a' },
];

export const SECURITY: readonly Slip[] = [
  ...[0, LARGEST, LARGEST + 1, -1].flatMap((id) => [
    ofContainer(`a container that runs as ${id}`, { runAsUser: id, runAsGroup: id }),
    ofPod(`a pod that runs as ${id}`, {
      runAsUser: id,
      runAsGroup: id,
      fsGroup: id,
      supplementalGroups: [0, id],
    }),
  ]),
  ofContainer('privileged and not to escalate', { privileged: true, allowPrivilegeEscalation: false }),
  ofContainer('privileged and free to escalate', { privileged: true, allowPrivilegeEscalation: true }),
  ofContainer('ordinary and not to escalate', { privileged: false, allowPrivilegeEscalation: false }),
  ofContainer('an administrator not to escalate', {
    allowPrivilegeEscalation: false,
    capabilities: { add: ['CAP_SYS_ADMIN'] },
  }),
  ofContainer('an administrator', { capabilities: { add: ['CAP_SYS_ADMIN'] } }),
  ofContainer('a lesser administrator not to escalate', {
    allowPrivilegeEscalation: false,
    capabilities: { add: ['NET_ADMIN'] },
  }),
  ...PROFILES.flatMap((profile) => [
    ofContainer(`seccomp of a container ${JSON.stringify(profile)}`, { seccompProfile: profile }),
    ofPod(`seccomp of a pod ${JSON.stringify(profile)}`, { seccompProfile: profile }),
  ]),
  ...PROFILES.filter(({ localhostProfile }) => localhostProfile !== 'a/../b').flatMap((profile) => [
    ofContainer(`AppArmor of a container ${JSON.stringify(profile)}`, { appArmorProfile: profile }),
    ofPod(`AppArmor of a pod ${JSON.stringify(profile)}`, { appArmorProfile: profile }),
  ]),
  ...['Always', 'OnRootMismatch', 'Never', ''].map((fsGroupChangePolicy) =>
    ofPod(`files change hands ${fsGroupChangePolicy}`, { fsGroupChangePolicy }),
  ),
  inSpec('processes shared with the node and the pod', { hostPID: true, shareProcessNamespace: true }),
  ofContainer('privileged and an administrator not to escalate', {
    privileged: true,
    allowPrivilegeEscalation: false,
    capabilities: { add: ['NET_ADMIN', 'CAP_SYS_ADMIN'] },
  }),
  ofContainer('what is taken from an administrator', {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['CAP_SYS_ADMIN'] },
  }),
  inSpec('processes shared with the node', { hostPID: true, shareProcessNamespace: false }),
  inSpec('processes shared in the pod', { hostPID: false, shareProcessNamespace: true }),
];
