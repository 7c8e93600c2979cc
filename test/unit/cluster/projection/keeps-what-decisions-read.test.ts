/** Whole Kubernetes objects in, slim records out. */
import { describe, expect, it } from 'vitest';
import { project } from '../records.ts';

const META = { namespace: 'shop', name: 'web-1', uid: 'u1' };

describe('a pod', () => {
  it('keeps its identity, place, priority, owner and requests', () => {
    const record = project('pods', {
      metadata: {
        ...META,
        tenant: 't1',
        labels: { app: 'web', 'controller-revision-hash': 'abc', 'pod-template-generation': '7' },
        ownerReferences: [
          { apiVersion: 'v1', kind: 'ConfigMap', name: 'not-it', uid: 'x' },
          { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'web', uid: 'ds1', controller: true },
        ],
      },
      spec: {
        nodeName: 'n1',
        priority: 5,
        containers: [
          { resources: { requests: { cpu: '100m' } } },
          {
            resources: { requests: { cpu: '1', memory: '1Ki' } },
            ports: [{ containerPort: 80, hostPort: 8080 }],
          },
        ],
        tolerations: [{ operator: 'Exists' }],
      },
      status: {
        phase: 'Running',
        startTime: '1970-01-01T00:01:00Z',
        conditions: [
          { type: 'Initialized', status: 'False' },
          { type: 'Ready', status: 'True' },
        ],
      },
    });

    expect(record).toEqual({
      partition: '',
      uid: 'u1',
      namespace: 'shop',
      name: 'web-1',
      tenant: 't1',
      nodeName: 'n1',
      phase: 'Running',
      ready: true,
      terminating: false,
      priority: 5,
      owner: { group: 'apps', kind: 'DaemonSet', name: 'web', uid: 'ds1' },
      labels: { app: 'web', 'controller-revision-hash': 'abc', 'pod-template-generation': '7' },
      requests: new Map([
        ['cpu', 1100n],
        ['memory', 1024n],
      ]),
      waitsToGrow: false,
      hostPorts: [{ protocol: 'TCP', hostIP: '0.0.0.0', hostPort: 8080 }],
      revisionHash: 'abc',
      templateGeneration: '7',
      placement: undefined,
      resourceVersion: '',
      repelsPods: false,
      nominatedNode: '',
      schedulerName: '',
      waitsBeforeBinding: false,
      targetAnnotation: '',
      startedAt: 60,
    });
  });

  it.each([
    ['nothing', {}, {}, {}, { gates: 'none', tried: false, createdAt: 0, group: '' }],
    ['its gates', {}, { schedulingGates: [{ name: 'daemonward.dev/fair-share' }] }, {}, { gates: 'ours' }],
    ['those of others', {}, { schedulingGates: [{ name: 'x' }] }, {}, { gates: 'others' }],
    [
      'both',
      {},
      { schedulingGates: [{ name: 'x' }, { name: 'daemonward.dev/fair-share' }] },
      {},
      { gates: 'both' },
    ],
    [
      'that it was gated, which is no try',
      {},
      {},
      { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] },
      { tried: false },
    ],
    [
      'that it was tried',
      {},
      {},
      { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] },
      { tried: true },
    ],
    ['a node in mind', {}, {}, { nominatedNodeName: 'n1' }, { tried: true }],
    ['its age', { creationTimestamp: '1970-01-01T00:01:00Z' }, {}, {}, { createdAt: 60 }],
    ['its group', { labels: { 'scheduling.x-k8s.io/pod-group': 'job' } }, {}, {}, { group: 'job' }],
    ["Kubernetes' own group", {}, { schedulingGroup: { podGroupName: 'gang' } }, {}, { group: 'gang' }],
    [
      'the group of 1.35',
      {},
      { workloadRef: { name: 'w', podGroup: 'g', podGroupReplicaKey: '1' } },
      {},
      { group: 'w/g/1' },
    ],
  ])('that waits for its scheduler keeps %s', (_, metadata, spec, status, expected) => {
    const pod = { metadata: { ...META, ...metadata }, spec, status };

    expect(project('pods', pod).queueing).toMatchObject(expected);
    expect(project('pods', { ...pod, spec: { ...spec, nodeName: 'n1' } }).queueing).toBeUndefined();
  });

  it('is made for no node when the annotation is too long to name one', () => {
    const targetOf = (value: string) =>
      project('pods', { metadata: { ...META, annotations: { 'daemonward.dev/target-node': value } } })
        .targetAnnotation;

    expect(targetOf('n'.repeat(253))).toHaveLength(253);
    expect(targetOf('n'.repeat(254))).toBe('');
  });

  it('keeps where it may go only while it waits for a node', () => {
    const terms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] }];
    const spec = {
      nodeSelector: { disk: 'ssd' },
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms },
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1 }],
        },
        podAffinity: {},
      },
      // A number of 64 bits, of which JavaScript has no exact picture.
      tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 2 ** 63 }],
      hostNetwork: true,
    };
    const metadata = { ...META, annotations: { 'daemonward.dev/target-node': 'n1' } };

    const waiting = project('pods', { metadata, spec });
    const bound = project('pods', { metadata, spec: { ...spec, nodeName: 'n1' } });

    expect(waiting.placement).toEqual({
      nodeSelector: { disk: 'ssd' },
      affinity: {
        nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
      },
      tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoExecute' }],
      hostNetwork: true,
    });
    expect([waiting.targetAnnotation, waiting.schedulerName]).toEqual(['n1', 'default-scheduler']);
    expect([bound.placement, bound.targetAnnotation, bound.schedulerName]).toEqual([undefined, '', '']);
  });

  it.each([
    [true, { volumes: [{ name: 'a', emptyDir: {} }, { persistentVolumeClaim: { claimName: 'b' } }] }],
    [true, { volumes: [{ ephemeral: { volumeClaimTemplate: {} } }] }],
    [true, { resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }] }],
    [false, { volumes: [{ name: 'a', configMap: {}, persistentVolumeClaim: null }], resourceClaims: [] }],
    [false, { nodeName: 'n1', volumes: [{ persistentVolumeClaim: { claimName: 'b' } }] }],
  ])('may wait before it is bound: %s with %j', (waits, spec) => {
    expect(project('pods', { metadata: META, spec }).waitsBeforeBinding).toBe(waits);
  });

  it('asks for what its own shape asks for, also beside a pod that differs only in a sidecar', () => {
    const withInit = (restartPolicy: string | undefined) => {
      const part = { resources: { requests: { cpu: '1' } } };
      const spec = { containers: [part], initContainers: [{ ...part, restartPolicy }] };
      return project('pods', { metadata: META, spec }).requests.get('cpu');
    };

    expect([withInit(undefined), withInit('Always'), withInit(undefined)]).toEqual([1000n, 2000n, 1000n]);
  });

  it('asks for what its virtual machine asks for, and not what another one does', () => {
    const withMachine = (cpu: string) => {
      const spec = { virtualMachine: { image: 'vm', resources: { requests: { cpu } } } };
      return project('pods', { metadata: META, spec }).requests.get('cpu');
    };

    expect([withMachine('2'), withMachine('3')]).toEqual([2000n, 3000n]);
  });

  it('has its own owner, also beside one that differs only in kind or group', () => {
    const ownedBy = (apiVersion: string, kind: string) =>
      project('pods', {
        metadata: {
          ...META,
          ownerReferences: [{ apiVersion, kind, name: 'web', uid: 'same', controller: true }],
        },
      }).owner;

    const owners = [
      ownedBy('apps/v1', 'DaemonSet'),
      ownedBy('apps/v1', 'ReplicaSet'),
      ownedBy('apps.kruise.io/v1', 'ReplicaSet'),
    ];

    expect(owners.map((owner) => [owner?.group, owner?.kind])).toEqual([
      ['apps', 'DaemonSet'],
      ['apps', 'ReplicaSet'],
      ['apps.kruise.io', 'ReplicaSet'],
    ]);
  });

  it('takes ports of its node by its containers and sidecars, on the host network all of them', () => {
    const inits = [{ ports: [{ containerPort: 1, hostPort: 1 }] }];
    const sidecar = { restartPolicy: 'Always', ports: [{ containerPort: 2, hostPort: 2, protocol: 'UDP' }] };
    const ports = [
      { containerPort: 3, hostPort: 0 },
      { containerPort: 4, hostPort: 5, hostIP: '10.0.0.1' },
    ];
    const portsOf = (more: object) =>
      project('pods', {
        metadata: META,
        spec: { initContainers: [...inits, sidecar], containers: [{ ports }], ...more },
      }).hostPorts;

    const own = [
      { protocol: 'UDP', hostIP: '0.0.0.0', hostPort: 2 },
      { protocol: 'TCP', hostIP: '10.0.0.1', hostPort: 5 },
    ];
    expect(portsOf({})).toEqual(own);
    expect(portsOf({ nodeName: 'n1' })).toEqual(own);
    expect(portsOf({ hostNetwork: true })).toEqual([
      own[0],
      { protocol: 'TCP', hostIP: '0.0.0.0', hostPort: 3 },
      own[1],
    ]);
  });

  it('shares its ports with pods that take the same, and its lack of ports with all others', () => {
    const portsOf = (...numbers: number[]) =>
      project('pods', {
        metadata: META,
        spec: { containers: [{ ports: numbers.map((hostPort) => ({ containerPort: 80, hostPort })) }] },
      }).hostPorts;

    expect(portsOf(80)).toBe(portsOf(80));
    expect(portsOf()).toBe(portsOf(0, 0));
  });

  it.each([
    [true, [{ type: 'Ready', status: 'True' }]],
    [false, [{ type: 'Ready', status: 'False' }]],
    [
      false,
      [
        { type: 'Ready', status: 'Unknown' },
        { type: 'Ready', status: 'True' },
      ],
    ],
    [false, [{ type: 'Initialized', status: 'True' }]],
    [false, null],
  ])('is ready: %s with %j', (ready, conditions) => {
    expect(project('pods', { metadata: META, status: { conditions } }).ready).toBe(ready);
    expect(project('nodes', { metadata: { name: 'n1' }, status: { conditions } }).ready).toBe(ready);
  });

  it('takes null for everything that is not set', () => {
    const record = project('pods', {
      metadata: {
        ...META,
        uid: null,
        labels: null,
        annotations: null,
        ownerReferences: null,
        creationTimestamp: null,
      },
      spec: {
        nodeName: null,
        containers: null,
        tolerations: null,
        affinity: null,
        priority: null,
        overhead: null,
      },
      status: null,
    });

    expect(record).toMatchObject({
      uid: '/shop/web-1',
      phase: 'Pending',
      placement: {},
      priority: undefined,
    });
  });
});

describe('a node', () => {
  it('has its capacity when nothing says what is allocatable', () => {
    const node = (status: object) => project('nodes', { metadata: { name: 'n1' }, status });

    const whole = node({ capacity: { cpu: '4' } });
    const silent = node({ conditions: [{ type: 'Ready', status: 'Unknown' }] });

    expect(whole.allocatable.get('cpu')).toBe(4000n);
    expect(silent.allocatable.size).toBe(0);
  });
});

describe('a DaemonSet', () => {
  it('keeps what it selects, the labels of its pods and the ports that they take', () => {
    const requirement = { key: 'tier', operator: 'In', values: ['a', 'b'] };
    const record = project('daemonSets', {
      metadata: { namespace: 'kube-system', name: 'net' },
      spec: {
        selector: { matchLabels: { app: 'net' }, matchExpressions: [requirement] },
        template: {
          metadata: { labels: { app: 'net', tier: 'a' } },
          spec: { hostNetwork: true, containers: [{ ports: [{ containerPort: 9100 }] }] },
        },
      },
    });

    expect(record.selector).toEqual({ matchLabels: { app: 'net' }, matchExpressions: [requirement] });
    expect(record.template.labels).toEqual({ app: 'net', tier: 'a' });
    // The API server does so with the pods, and leaves the template alone.
    expect(record.template.hostPorts).toEqual([{ protocol: 'TCP', hostIP: '0.0.0.0', hostPort: 9100 }]);
  });

  it('has the defaults of the API in its update strategy', () => {
    const metadata = { namespace: 'kube-system', name: 'net' };
    const withStrategy = (updateStrategy: unknown) =>
      project('daemonSets', { metadata, spec: { updateStrategy } });

    expect(withStrategy(undefined).updateStrategy).toEqual({
      type: 'RollingUpdate',
      maxSurge: 0,
    });
    expect(
      withStrategy({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: '25%' } })
        .updateStrategy,
    ).toEqual({ type: 'RollingUpdate', maxSurge: '25%' });
  });

  it('keeps its priority, and what tells its newest pods from older ones', () => {
    const annotations = { 'deprecated.daemonset.template.generation': '7', other: 'x' };
    const metadata = { namespace: 'kube-system', name: 'net', generation: 8, annotations };

    const record = project('daemonSets', {
      metadata,
      spec: { template: { spec: { priorityClassName: 'high', priority: 5 } } },
    });

    expect(record).toMatchObject({ generation: 8, templateGeneration: '7' });
    expect(record.template).toMatchObject({ priorityClassName: 'high', priority: 5 });
  });

  it('keeps what each container of its template asks for, also by its limits alone', () => {
    const { template } = project('daemonSets', {
      metadata: { namespace: 'kube-system', name: 'net' },
      spec: {
        template: {
          spec: {
            runtimeClassName: 'sandboxed',
            containers: [
              {},
              { name: 'net', resources: { requests: { cpu: '1' }, limits: { cpu: '2', memory: '1Gi' } } },
            ],
            initContainers: [{ restartPolicy: 'Always', image: 'side', resources: null }],
          },
        },
      },
    });

    expect(template.runtimeClassName).toBe('sandboxed');
    expect(template.resources).toEqual({
      containers: [{ resources: { requests: {} } }, { resources: { requests: { cpu: '1', memory: '1Gi' } } }],
      initContainers: [{ restartPolicy: 'Always', resources: { requests: {} } }],
      overhead: {},
      resources: { requests: {} },
    });
  });
});

describe('a LimitRange', () => {
  const metadata = { namespace: 'shop', name: 'defaults' };

  it('keeps what it makes containers ask for, and nothing of what it forbids', () => {
    const record = project('limitRanges', {
      metadata: { ...metadata, tenant: 't1', uid: 'u1' },
      spec: {
        limits: [
          {
            type: 'Container',
            max: { cpu: '2' },
            default: { memory: '1Gi' },
            maxLimitRequestRatio: { cpu: '4' },
          },
          { type: 'Pod', max: { memory: '8Gi' } },
        ],
      },
    });

    expect(record).toEqual({
      ...metadata,
      partition: '',
      tenant: 't1',
      defaultRequests: { cpu: '2', memory: '1Gi' },
    });
  });

  it('goes without what is negative, which the API server takes and no pod can have', () => {
    const limits = [{ type: 'Container', default: { cpu: '-1', memory: '1Gi' } }];

    expect(project('limitRanges', { metadata, spec: { limits } }).defaultRequests).toEqual({ memory: '1Gi' });
  });
});

describe('a RuntimeClass', () => {
  it('keeps its overhead and where its runtime is', () => {
    const record = project('runtimeClasses', {
      metadata: { name: 'sandboxed', labels: { a: 'b' } },
      handler: 'runsc',
      overhead: { podFixed: { cpu: '50m' } },
      scheduling: { nodeSelector: { sandbox: 'yes' }, tolerations: [{ operator: 'Exists' }] },
    });

    expect(record).toEqual({
      partition: '',
      name: 'sandboxed',
      overhead: { cpu: '50m' },
      nodeSelector: { sandbox: 'yes' },
    });
  });

  it('that says nothing adds nothing', () => {
    const record = project('runtimeClasses', { metadata: { name: 'plain' }, handler: 'runc' });

    expect(record).toEqual({ partition: '', name: 'plain', overhead: undefined, nodeSelector: {} });
  });
});

describe('a namespace', () => {
  it('keeps labels and annotations except the copy that kubectl leaves', () => {
    const record = project('namespaces', {
      metadata: {
        name: 'shop',
        labels: { 'capsule.clastix.io/tenant': 'garden' },
        annotations: {
          'field.cattle.io/projectId': 'p',
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
        },
      },
    });

    expect(record.annotations).toEqual({ 'field.cattle.io/projectId': 'p' });
    expect(record.labels).toEqual({ 'capsule.clastix.io/tenant': 'garden' });
  });
});
