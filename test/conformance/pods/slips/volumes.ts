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
  mounted('a device without a path', { volumeDevices: [{ name: 'c', devicePath: '' }] }),
  inContainers('a volume that is wrong itself', [{ volumeMounts: [{ name: 'v', mountPath: '/v' }] }], {
    volumes: [{ name: 'v', hostPath: { path: '' } }],
  }),
];
