/** Every check of `daemonward doctor`, in the order in which they are printed. docs/doctor.md is made of this table. */

export const GROUPS = ['registrations', 'certificates', 'service', 'scheduler', 'rules'] as const;
export type Group = (typeof GROUPS)[number];

interface Check {
  readonly group: Group;
  /** What is looked at, for the docs. */
  readonly about: string;
  /** What to do, unless the line itself knows better. */
  readonly remedy: string;
}

export const CHECKS = {
  webhooks: {
    group: 'registrations',
    about: 'Both webhook configurations are there, and equal to what `render` prints, the CA apart.',
    remedy: 'daemonward apply',
  },
  'failure-policy': {
    group: 'registrations',
    about: 'Each hook fails open or closed as `render` prints it.',
    remedy: 'daemonward apply',
  },
  policies: {
    group: 'registrations',
    about: 'The native policies that keep the rules while Daemonward is down are there, and as rendered.',
    remedy: 'daemonward apply',
  },
  leftovers: {
    group: 'registrations',
    about: 'Nothing is registered in the name of Daemonward that is no longer rendered.',
    remedy: 'daemonward apply deletes it',
  },
  'ca-bundle': {
    group: 'certificates',
    about: 'The CA in the registrations verifies the certificate that is served.',
    remedy: 'daemonward apply; docs/runbook.md (4)',
  },
  'serving-certificate': {
    group: 'certificates',
    about: 'The served certificate has the name that callers use, and days left; no newer one is refused.',
    remedy: 'daemonward certs, or whoever makes it; docs/operations.md',
  },
  authorities: {
    group: 'certificates',
    about:
      'The CA, and the authority that signs callers, have days left, and neither is being replaced unnoticed.',
    remedy: 'docs/operations.md',
  },
  'client-certificates': {
    group: 'certificates',
    about:
      'What callers show, what was made for them, and what the configuration of the scheduler has, have days left.',
    remedy: 'daemonward render --scheduler prints the block with the newest one; then restart the scheduler',
  },
  reach: {
    group: 'service',
    about:
      'The service answers at the address that is registered, and every replica that is asked on its ops port.',
    remedy: 'docs/runbook.md (2)',
  },
  versions: {
    group: 'service',
    about: 'All replicas are of the version of this command, which says what is rendered.',
    remedy: 'run the doctor of that version, or finish the upgrade',
  },
  view: {
    group: 'service',
    about: 'The picture of the cluster is complete and not stale.',
    remedy: 'docs/runbook.md (2)',
  },
  rights: {
    group: 'service',
    about: 'No right is missing that the service has tried to use.',
    remedy: 'daemonward install, or the role of docs/operations.md',
  },
  configuration: {
    group: 'service',
    about: 'The newest configuration is in use, with no setting that waits for a restart.',
    remedy: 'docs/runbook.md (7)',
  },
  'hooks-called': {
    group: 'service',
    about: 'When each path of the webhooks was last answered.',
    remedy: '',
  },
  'known-callers': {
    group: 'service',
    about: 'No caller is refused for its certificate, or breaks off because it does not trust ours.',
    remedy: 'daemonward render --scheduler prints the block with its certificate; then restart the scheduler',
  },
  extender: {
    group: 'scheduler',
    about:
      'The configuration of the scheduler has Daemonward among its `extenders`, with a good address and verbs.',
    remedy: 'put in what daemonward render --scheduler prints, and restart the scheduler',
  },
  'extender-ca': {
    group: 'scheduler',
    about: 'The CA in it verifies the certificate that is served.',
    remedy: 'put in what daemonward render --scheduler prints, and restart the scheduler',
  },
  'extender-client': {
    group: 'scheduler',
    about: 'The client certificate in it is one that Daemonward lets in.',
    remedy: 'put in what daemonward render --scheduler prints, and restart the scheduler',
  },
  'extender-settings': {
    group: 'scheduler',
    about:
      '`ignorable`, `nodeCacheCapable`, `managedResources`, `httpTimeout` and `enableHTTPS` are as Daemonward needs them.',
    remedy: 'put in what daemonward render --scheduler prints, and restart the scheduler',
  },
  'scheduler-calls': {
    group: 'scheduler',
    about: 'The scheduler asks about the pods that it places; when each verb was last answered.',
    remedy: 'docs/runbook.md (6)',
  },
  'one-replica': {
    group: 'scheduler',
    about:
      'One replica alone is asked by schedulers: which pods are about to be placed, only that one knows.',
    remedy: 'sessionAffinity: ClientIP on the Service, and one address for all schedulers; docs/scheduler.md',
  },
  gates: {
    group: 'scheduler',
    about:
      'Pods that wait for the turn of their tenant lose their gate: somebody holds the Lease and may patch pods; and where ' +
      '`fairness.mode` is on, new pods are asked about.',
    remedy: 'daemonward install --overlay fairness',
  },
  exemptions: {
    group: 'rules',
    about: 'No exemption is over, or about to be.',
    remedy: 'prolong it or take it out of the configuration, and daemonward apply',
  },
  daemonsets: {
    group: 'rules',
    about: 'No DaemonSet is there that a rule would refuse, warn of or count today.',
    remedy: '',
  },
  pods: {
    group: 'rules',
    about: 'The same for pods.',
    remedy: '',
  },
} as const satisfies Readonly<Record<string, Check>>;

export type CheckName = keyof typeof CHECKS;
