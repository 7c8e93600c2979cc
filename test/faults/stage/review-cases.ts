/** What is written again and again, and what has to become of each: all of it needs an answer of Daemonward. */
import type { Identity } from '../../e2e/harness/identities.ts';
import type { Answer } from '../../e2e/harness/request.ts';
import { daemonSetObject, daemonSetsPath, podObject, podsPath } from '../../e2e/harness/workloads.ts';

/** `unanswered`: nobody of ours was asked, or what we said did not arrive. Then nobody may get in who must not. */
export type Outcome = 'right' | 'unanswered' | 'wrong';

export interface ReviewCase {
  readonly name: string;
  readonly as: Identity;
  readonly path: string;
  readonly object: unknown;
  judge(answer: Answer): Outcome;
}

const CREATED = 201;

/** What a webhook of ours says, and by which code. A native policy has the same codes, and other words before them. */
const DENIED = /admission webhook \\?"[^"]*daemonward\.dev\\?" denied the request: (DW\d{3})/;

const PRIORITY_CLASS = 'system-node-critical';

/** Names a pool that is not there, so that nothing would come of it even if it were not a dry run. */
const NOWHERE = { pool: 'nowhere' };

export function reviewCases(system: string, tenant: string): readonly ReviewCase[] {
  const dry = (path: string) => `${path}?dryRun=All`;
  const misshapen = daemonSetObject('misshapen', { ...NOWHERE, priorityClassName: PRIORITY_CLASS });
  return [
    {
      name: 'a DaemonSet of the system is taken, with the default priority class',
      as: 'admin',
      path: dry(daemonSetsPath(system)),
      object: daemonSetObject('reviewed', NOWHERE),
      judge: allowed,
    },
    {
      name: "a tenant's DaemonSet is refused",
      as: 'tenant-a-admin',
      path: dry(daemonSetsPath(tenant)),
      object: daemonSetObject('reviewed', NOWHERE),
      judge: refused('DW101'),
    },
    {
      name: 'a DaemonSet whose selector does not match is refused',
      as: 'admin',
      path: dry(daemonSetsPath(system)),
      object: { ...misshapen, spec: { ...misshapen.spec, selector: { matchLabels: { app: 'another' } } } },
      judge: refused('DW203'),
    },
    {
      name: "a tenant's pod of a system priority is refused",
      as: 'tenant-a-user',
      path: dry(podsPath(tenant)),
      object: podObject('reviewed', { ...NOWHERE, priorityClassName: PRIORITY_CLASS }),
      judge: refused('DW103'),
    },
    {
      name: "a tenant's pod that names its node is refused",
      as: 'tenant-a-user',
      path: dry(podsPath(tenant)),
      object: podObject('reviewed', { ...NOWHERE, nodeName: 'somewhere' }),
      judge: refused('DW105'),
    },
  ];
}

/** The mutating webhook fails open: what was taken without its patch was not seen by it. */
function allowed({ status, text }: Answer): Outcome {
  if (status === CREATED)
    return text.includes(`"priorityClassName":"${PRIORITY_CLASS}"`) ? 'right' : 'unanswered';
  return DENIED.test(text) ? 'wrong' : 'unanswered';
}

function refused(code: string): ReviewCase['judge'] {
  return ({ status, text }) => {
    if (status === CREATED) return 'wrong';
    const said = DENIED.exec(text)?.[1];
    if (said === undefined) return 'unanswered';
    return said === code ? 'right' : 'wrong';
  };
}
