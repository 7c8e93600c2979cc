import { expect, test } from 'vitest';
import { checkText, findingsOf } from './fixtures.ts';

const CLASS = `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
`;

const pod = (spec: string) => `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  ${spec}
  containers: [{name: a, image: a}]
`;

const deployment = (spec: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  template:
    spec:
      ${spec}
`;

const BROADCAST_JOB = (namespace: string) => `apiVersion: apps.kruise.io/v1alpha1
kind: BroadcastJob
metadata:
  name: once
  namespace: ${namespace}
spec:
  template:
    spec: {restartPolicy: Never, containers: [{name: a, image: a}]}
`;

test.each([
  ['a node that a pod names', pod('nodeName: node-1'), ['DW105@5']],
  ['a node that a template names', deployment('nodeName: node-1'), ['DW105@7']],
  ['a node that is not named', pod('nodeName: ""'), []],
  ['a priority above the ceiling', `${pod('priorityClassName: high')}---\n${CLASS}`, ['DW106@5']],
  ['the same by a template', `${deployment('priorityClassName: high')}---\n${CLASS}`, ['DW106@7']],
  ['a class that nobody has shown', pod('priorityClassName: high'), []],
  ['a job that runs on every node', BROADCAST_JOB('shop'), ['DW101@5']],
  ['the same in the system tenant', BROADCAST_JOB('kube-system'), []],
])('%s', async (_what, text, findings) => {
  expect(findingsOf(await checkText(text))).toEqual(findings);
});
