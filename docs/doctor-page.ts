/** Writes the page of `daemonward doctor` from the table of its checks. */
import { CHECKS, GROUPS } from '../src/explain/doctor/checks.ts';

const HEAD = `# Is it well installed?

Made by \`npm run docs\` from the table in src/explain/doctor/checks.ts; do not edit.

\`\`\`sh
npx daemonward doctor
npx daemonward doctor --scheduler-config /etc/kubernetes/scheduler.yaml --output json
\`\`\`

One line for each check: \`ok\`, \`warning\`, \`failure\`, or \`skipped\` when it could not be made, with what to do below it. It
changes nothing in the cluster.

\`\`\`text
registrations
  ok       webhooks             2 configurations with 8 hooks, as rendered
  failure  failure-policy       validatingwebhookconfiguration/daemonward: webhooks[daemonsets.validate.daemonward.dev].failurePolicy: "Ignore" → "Fail"; while Daemonward is down everybody passes
                                → daemonward apply
\`\`\`

| Exit code | When |
| --- | --- |
| 0 | nothing fails; there may be warnings |
| 1 | something fails |
| 2 | a flag or a file cannot be used |
| 3 | the cluster is not reached |

\`--output json\` prints \`counts\` and \`checks\`, each with \`group\`, \`check\`, \`status\`, \`text\` and \`remedy\`; names of checks and
groups are those of the tables below.

## What it asks

| Whom | What | Needs |
| --- | --- | --- |
| the API server | webhook configurations and policies; the Deployment and its ConfigMap; DaemonSets, pods, namespaces, priority classes; EndpointSlices of the Service | to read them: \`get\` and \`list\` |
| every replica, on its ops port | [\`/state\`](operations.md#what-it-shows) | \`get pods/proxy\`, and a NetworkPolicy that lets the API server in; or \`--url\` |
| the service port | a TLS handshake, as the API server and the scheduler would do it | to reach it: in the cluster, or by its URL |
| the file of \`--scheduler-config\` | the entry below \`extenders\` whose \`urlPrefix\` ends with \`/scheduler\` | the file, from the scheduler's machine |

What it is not allowed to see, or cannot reach, is \`skipped\` with the reason, and no failure. The NetworkPolicy of the manifests
lets only the namespace \`monitoring\` come to the ops port, so that on most clusters the replicas are asked by name:

\`\`\`sh
kubectl -n daemonward-system port-forward deployment/daemonward 8080 &
npx daemonward doctor --url http://127.0.0.1:8080
\`\`\`

\`--url\` may be given several times, once for each replica: only with all of them it can be seen that two are asked at once, or
that none is. The configuration is that of the installation, or of \`--config\`; what should be registered is what this
command renders, so that the doctor should be of the version that runs (\`versions\`).

Each fault is said once. When no scheduler can ask because its CA is missing, that it does not ask is skipped.

## Limits

A certificate is near its end as for [the alerts](metrics.md): a warning with less than seven days, a failure with less than
one; of those that live for days or hours, with less than a quarter and a twelfth of their life. An exemption is about to end
with less than a week.

That a scheduler does not ask is seen by the pods that it has placed. The youngest one that a ReplicaSet, a StatefulSet,
a DaemonSet or a Job has made counts: if it was made after the last question to any replica, nobody was asked about it. What
was made before the youngest replica began does not count, because another one may have been asked. Where no scheduler is to
ask, because only the webhooks are wanted, say so: \`headroom.mode: off\` and \`preempt.mode: off\`.

DaemonSets and pods are judged as if they were made now, by nobody in particular: what depends on who writes (DW102, DW104,
DW105) is not seen.
`;

export function doctorPage(): string {
  const sections = GROUPS.flatMap((group) => [
    `## ${group[0]?.toUpperCase()}${group.slice(1)}`,
    '',
    '| Check | Looks at | When it is not |',
    '| --- | --- | --- |',
    ...Object.entries(CHECKS)
      .filter(([, check]) => check.group === group)
      .map(([name, { about, remedy }]) => `| \`${name}\` | ${about} | ${remedy || 'the line says it'} |`),
    '',
  ]);
  return [HEAD, ...sections].join('\n');
}
