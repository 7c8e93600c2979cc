/** What a scheduler is told of Daemonward: a block for its configuration, a Policy, or all of a second one's. */
import type { Manifest } from '../manifest.ts';
import { type Extender, extenderEntry, type Profile } from './extender.ts';

export interface SchedulerRendering extends Extender {
  readonly arktos: boolean;
  /** True for a Service's name, and a scheduler that may not be able to look it up. */
  readonly byServiceName: boolean;
}

export interface SecondScheduler extends Extender {
  readonly name: string;
  /** Where its lease is. */
  readonly namespace: string;
}

const PROFILE_WORDS = {
  lean: 'keeps room for daemons and protects them from preemption; one round trip for every pod.',
  full: 'as lean, and prefers nodes where most room stays: spreads pods, with a second round trip for each.',
  guard: 'protects daemons from preemption, and keeps no room; asked only when somebody is to be evicted.',
} as const satisfies Record<Profile, string>;

const BLOCK_PLACE =
  'For the KubeSchedulerConfiguration of kube-scheduler (--config), which reads it once, at its start.';
const POLICY_PLACE =
  "For the --policy-config-file of Arktos' kube-scheduler, which reads it once, at its start.";
const SECOND_PLACE = 'All of the configuration (--config) of a second kube-scheduler, for pods that name it.';

const SERVICE_NAME_WORDS =
  "kube-scheduler is mostly on the host's network, where the Service's name is not known: put its clusterIP into\n" +
  'urlPrefix, or render with --scheduler-url https://CLUSTER-IP. serverName stays: the certificate has that name.';

const REMARKS_WITHOUT_CA = {
  caData: 'the CA in PEM, as base64: daemonward render fills it in',
  enableHTTPS: 'true only together with the CA: without one it turns verification off',
  enableHttps: 'true only together with the CA: without one it turns verification off',
} as const;

/** What goes into a configuration that is there already; for Arktos, which has no such file, all of a Policy. */
export function extendersBlock(rendering: SchedulerRendering): Manifest {
  const { arktos, byServiceName } = rendering;
  const hint = byServiceName ? `\n${SERVICE_NAME_WORDS}` : '';
  const about = `${arktos ? POLICY_PLACE : BLOCK_PLACE}\n${profileLine(rendering)}${hint}`;
  const extenders = [extenderEntry(rendering, arktos)];
  const object = arktos ? { apiVersion: 'v1', kind: 'Policy', extenders } : { extenders };
  return { about, object, remarks: remarks(rendering) };
}

export function secondScheduler(rendering: SecondScheduler): Manifest {
  const { name, namespace } = rendering;
  return {
    about: `${SECOND_PLACE}\n${profileLine(rendering)}`,
    object: {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      // A lease of its own: with that of the cluster's scheduler only one of the two would work.
      leaderElection: { leaderElect: true, resourceNamespace: namespace, resourceName: name },
      profiles: [{ schedulerName: name }],
      extenders: [extenderEntry(rendering, false)],
    },
    remarks: remarks(rendering),
  };
}

function profileLine({ profile }: Extender): string {
  return `Profile ${profile}: ${PROFILE_WORDS[profile]}`;
}

function remarks({ caBundle }: Extender): Readonly<Record<string, string>> {
  return caBundle === '' ? REMARKS_WITHOUT_CA : {};
}
