/** Volumes, what is projected into them, and where they are mounted. */
import type { JsonObject } from '../../../../src/json/object.ts';
import { inContainer, inContainers, inSpec, type Slip } from './slip.ts';

const volumes = (about: string, sources: readonly JsonObject[]) =>
  inSpec(about, { volumes: sources.map((source, index) => ({ name: `v${index}`, ...source })) });
/** A token is of an account; the API server's own admission would fill in the default one. */
const projected = (about: string, ...sources: readonly JsonObject[]): Slip =>
  inSpec(about, { serviceAccountName: 'default', volumes: [{ name: 'v0', projected: { sources } }] });

const PATHS = ['a', 'a/b', '/a', '../a', 'a/../b', '..a', '...', '..', 'a..', ''];
const MODES = [0, 0o777, 0o1000, -1];

/** The claim is there so that it can be a device. */
const mounted = (about: string, fields: JsonObject): Slip => {
  const { containers } = inContainer(about, fields).spec;
  return {
    about,
    spec: {
      containers,
      volumes: [
        { name: 'v' },
        { name: 'w', emptyDir: {} },
        { name: 'c', persistentVolumeClaim: { claimName: 'c' } },
      ],
    },
  };
};

/** Each with the fields that it cannot be decoded without; what else is wrong with it is not looked at. */
const SOURCES: readonly JsonObject[] = [
  { hostPath: { path: '/a' } },
  { gitRepo: { repository: 'r' } },
  { gcePersistentDisk: { pdName: 'd' } },
  { awsElasticBlockStore: { volumeID: 'd' } },
  { secret: {} },
  { nfs: { server: 's', path: '/a' } },
  { iscsi: { targetPortal: 't', iqn: 'i', lun: 0 } },
  { glusterfs: { endpoints: 'e', path: 'p' } },
  { flocker: {} },
  { persistentVolumeClaim: { claimName: 'c' } },
  { rbd: { monitors: ['m'], image: 'i' } },
  { cinder: { volumeID: 'd' } },
  { cephfs: { monitors: ['m'] } },
  { quobyte: { registry: 'r', volume: 'v' } },
  { downwardAPI: {} },
  { fc: {} },
  { flexVolume: { driver: 'd' } },
  { configMap: {} },
  { azureFile: { secretName: 's', shareName: 's' } },
  { vsphereVolume: { volumePath: 'p' } },
  { photonPersistentDisk: { pdID: 'd' } },
  { portworxVolume: { volumeID: 'd' } },
  { azureDisk: { diskName: 'd', diskURI: 'u' } },
  { storageos: {} },
  { projected: { sources: [] } },
  { scaleIO: { gateway: 'g', system: 's', secretRef: {} } },
  { csi: { driver: 'd' } },
  { ephemeral: {} },
  { image: {} },
];

export const VOLUMES: readonly Slip[] = [
  inSpec('names of volumes', {
    volumes: ['a', 'a', 'Upper', '', 'a.b', 'x'.repeat(63), 'x'.repeat(64)].map((name) => ({
      name,
      emptyDir: {},
    })),
  }),
  volumes('no source', [{}, { emptyDir: {} }]),
  volumes('more than one source', [
    { emptyDir: {}, hostPath: { path: '/a' } },
    { hostPath: { path: '/a' }, secret: { secretName: 's' }, configMap: { name: 'c' } },
    { secret: { secretName: 's' }, projected: { sources: [] } },
  ]),
  volumes(
    'each source as one too many',
    SOURCES.map((source) => ({ emptyDir: {}, ...source })),
  ),
  volumes('the first of two sources is looked at', [
    { hostPath: { path: '' }, secret: {} },
    { secret: {}, configMap: {} },
    { nfs: { server: '', path: '/a' }, persistentVolumeClaim: { claimName: '' } },
    { downwardAPI: { defaultMode: -1 }, projected: { defaultMode: -1 } },
  ]),
  volumes('sizes of an emptyDir', [
    { emptyDir: { sizeLimit: '1Gi' } },
    { emptyDir: { sizeLimit: '0' } },
    { emptyDir: { sizeLimit: '-1' } },
    { emptyDir: { sizeLimit: -1 } },
    { emptyDir: { medium: 'Memory' } },
  ]),
  volumes('paths of the node', [
    { hostPath: { path: '/var/log' } },
    { hostPath: { path: '' } },
    { hostPath: { path: '/a/../b' } },
    { hostPath: { path: '/a..b' } },
    { hostPath: { path: 'a' } },
    { hostPath: { path: '..' } },
    { hostPath: { path: '', type: 'Pipe' } },
    { hostPath: { path: '/../b', type: 'Pipe' } },
  ]),
  volumes('kinds of paths of the node', [
    ...[
      '',
      'DirectoryOrCreate',
      'Directory',
      'FileOrCreate',
      'File',
      'Socket',
      'CharDevice',
      'BlockDevice',
      'Pipe',
    ].map((type) => ({ hostPath: { path: '/a', type } })),
  ]),
  volumes('names of other objects', [
    { secret: {} },
    { secret: { secretName: 's' } },
    { configMap: {} },
    { configMap: { name: 'c' } },
    { persistentVolumeClaim: { claimName: '' } },
    { persistentVolumeClaim: { claimName: 'p' } },
    { csi: { driver: '' } },
    { csi: { driver: 'csi.example.com' } },
  ]),
  volumes('shares', [
    { nfs: { server: 's', path: '/a' } },
    { nfs: { server: '', path: '/a' } },
    { nfs: { server: 's', path: '' } },
    { nfs: { server: 's', path: 'a' } },
    { nfs: { server: 's', path: 'a/' } },
  ]),
  volumes(
    'modes of a secret',
    MODES.map((defaultMode) => ({ secret: { secretName: 's', defaultMode } })),
  ),
  volumes(
    'modes of a ConfigMap',
    MODES.map((defaultMode) => ({ configMap: { name: 'c', defaultMode } })),
  ),
  volumes(
    'modes of a downward API',
    MODES.map((defaultMode) => ({ downwardAPI: { defaultMode } })),
  ),
  volumes(
    'modes of a projection',
    MODES.map((defaultMode) => ({ projected: { defaultMode, sources: [] } })),
  ),
  volumes('files of a secret', [
    { secret: { secretName: 's', items: PATHS.map((path) => ({ key: 'k', path })) } },
    { secret: { secretName: 's', items: MODES.map((mode) => ({ key: 'k', path: 'p', mode })) } },
    { secret: { secretName: 's', items: [{ key: '', path: 'p' }] } },
  ]),
  volumes('files of a ConfigMap', [
    { configMap: { name: 'c', items: PATHS.map((path) => ({ key: 'k', path })) } },
    { configMap: { name: 'c', items: [{ key: '', path: '' }] } },
  ]),
  volumes('files of a downward API', [
    { downwardAPI: { items: PATHS.map((path) => ({ path, fieldRef: { fieldPath: 'metadata.name' } })) } },
    {
      downwardAPI: {
        items: MODES.map((mode) => ({ path: 'p', mode, fieldRef: { fieldPath: 'metadata.name' } })),
      },
    },
  ]),
  projected(
    'names in a projection',
    { configMap: {} },
    { secret: {} },
    { configMap: { name: 'c' } },
    { secret: { name: 's' } },
  ),
  projected(
    'files in a projection',
    {
      configMap: { name: 'c', items: PATHS.slice(0, -2).map((path) => ({ key: 'k', path })) },
    },
    {
      secret: {
        name: 's',
        items: [
          { key: '', path: 'x' },
          { key: 'k', path: '' },
          { key: 'k', path: 'y', mode: 0o1000 },
        ],
      },
    },
  ),
  projected(
    'the same file twice',
    { configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } },
    { secret: { name: 's', items: [{ key: 'k', path: 'p' }] } },
  ),
  projected(
    'the same file from a token',
    { serviceAccountToken: { path: 'p' } },
    { secret: { name: 's', items: [{ key: 'k', path: 'p' }] } },
  ),
  projected(
    'the same file from a downward API',
    { downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] } },
    { serviceAccountToken: { path: 'p' } },
  ),
  projected('the same file twice in one source', {
    secret: {
      name: 's',
      items: [
        { key: 'k', path: 'p' },
        { key: 'l', path: 'p' },
      ],
    },
  }),
  projected(
    'other files',
    { configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } },
    { secret: { name: 's', items: [{ key: 'k', path: 'q' }] } },
    { serviceAccountToken: { path: 'r' } },
  ),
  ...[599, 600, 2 ** 32, 2 ** 32 + 1].map((expirationSeconds) =>
    projected(`a token for ${expirationSeconds} seconds`, {
      serviceAccountToken: { path: 'p', expirationSeconds },
    }),
  ),
  projected('a token without a path for too short a time', {
    serviceAccountToken: { path: '', expirationSeconds: 1 },
  }),
  projected(
    'files of a projected downward API',
    {
      downwardAPI: {
        items: [...PATHS.slice(0, -2), ''].map((path) => ({
          path,
          fieldRef: { fieldPath: 'metadata.name' },
        })),
      },
    },
    { downwardAPI: { items: [{ path: 'm', mode: -1, fieldRef: { fieldPath: 'metadata.name' } }] } },
  ),
  volumes('fields in a downward API', [
    {
      downwardAPI: {
        items: [
          { path: 'a', fieldRef: { fieldPath: 'metadata.labels' } },
          { path: 'b', fieldRef: { fieldPath: 'status.podIP' } },
          { path: 'c', fieldRef: { fieldPath: '' } },
          { path: 'd' },
          { path: 'e', fieldRef: { fieldPath: "metadata.labels['a/b/c']" } },
          { path: 'f', fieldRef: { fieldPath: 'metadata.annotations' } },
          { path: 'g', fieldRef: { fieldPath: 'metadata.namespace' } },
          { path: 'h', fieldRef: { fieldPath: 'metadata.uid' } },
          { path: 'i', fieldRef: { fieldPath: 'metadata.nonsense' } },
        ],
      },
    },
  ]),
  volumes('resources in a downward API', [
    {
      downwardAPI: {
        items: [
          { path: 'a', resourceFieldRef: { containerName: 'main', resource: 'limits.cpu' } },
          { path: 'b', resourceFieldRef: { resource: 'limits.cpu' } },
          { path: 'c', resourceFieldRef: { containerName: 'main', resource: '' } },
          { path: 'd', resourceFieldRef: { containerName: 'main', resource: 'cpu' } },
          { path: 'e', resourceFieldRef: { containerName: '', resource: '' } },
        ],
      },
    },
    {
      downwardAPI: {
        items: [
          {
            path: 'a',
            fieldRef: { fieldPath: 'metadata.name' },
            resourceFieldRef: { containerName: '', resource: '' },
          },
        ],
      },
    },
  ]),
  projected('a token without a path', { serviceAccountToken: { path: '' } }),
  mounted('mounts', {
    volumeMounts: [
      { name: 'v', mountPath: '/v' },
      { name: 'w', mountPath: '/v' },
      { name: 'x', mountPath: '/x' },
      { name: '', mountPath: '/y' },
      { name: 'v', mountPath: '' },
      { name: 'w', mountPath: 'relative' },
    ],
  }),
  ...PATHS.map((subPath) =>
    mounted(`the path ${subPath} below a volume`, {
      volumeMounts: [{ name: 'v', mountPath: '/v', subPath }],
    }),
  ),
  ...['/a', 'a', '../a'].map((subPathExpr) =>
    mounted(`the expression ${subPathExpr} below a volume`, {
      volumeMounts: [{ name: 'v', mountPath: '/v', subPathExpr }],
    }),
  ),
  mounted('a path and an expression', {
    volumeMounts: [{ name: 'v', mountPath: '/v', subPath: 'a', subPathExpr: 'b' }],
  }),
  ...['None', 'HostToContainer', 'Bidirectional', '', 'Sideways'].flatMap((mountPropagation) => [
    mounted(`mounts seen ${mountPropagation}`, {
      volumeMounts: [{ name: 'v', mountPath: '/v', mountPropagation }],
    }),
    mounted(`mounts seen ${mountPropagation} by the privileged`, {
      securityContext: { privileged: true },
      volumeMounts: [{ name: 'v', mountPath: '/v', mountPropagation }],
    }),
  ]),
  ...['Enabled', 'IfPossible', 'Disabled'].flatMap((recursiveReadOnly) => [
    mounted(`${recursiveReadOnly} for reading`, {
      volumeMounts: [
        { name: 'v', mountPath: '/v', readOnly: true, recursiveReadOnly, mountPropagation: 'None' },
      ],
    }),
    mounted(`${recursiveReadOnly} for writing`, {
      volumeMounts: [{ name: 'v', mountPath: '/v', recursiveReadOnly, mountPropagation: 'None' }],
    }),
  ]),
  mounted('devices', {
    volumeDevices: [
      { name: 'c', devicePath: '/dev/a' },
      { name: '', devicePath: '/dev/b' },
      { name: 'x', devicePath: '/dev/c' },
    ],
  }),
  mounted('a path mounted twice by three', {
    volumeMounts: [
      { name: 'v', mountPath: '/v' },
      { name: 'w', mountPath: '/w' },
      { name: 'w', mountPath: '/v' },
    ],
  }),
  mounted('a path and an expression that are wrong', {
    volumeMounts: [{ name: 'v', mountPath: '/v', subPath: '/a', subPathExpr: '../b' }],
  }),
  mounted('a device without a path', { volumeDevices: [{ name: 'c', devicePath: '' }] }),
  inContainers('a volume that is wrong itself', [{ volumeMounts: [{ name: 'v', mountPath: '/v' }] }], {
    volumes: [{ name: 'v', hostPath: { path: '' } }],
  }),
];
