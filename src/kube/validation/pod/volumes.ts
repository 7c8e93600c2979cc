/** The rules for the volumes of a pod; of rare sources only that there is one and not two. */
import type { JsonObject } from '../../../json/object.ts';
import { dnsLabelProblems } from '../../metadata/names.ts';
import { parseQuantity } from '../../resources/quantity.ts';
import { duplicate, type FieldError, forbidden, invalid, invalidForEach, required } from '../field-error.ts';
import { inEachOf, isSet, objectAt, requireText, textAt, validateWord } from './fields.ts';
import { validateNoBacksteps } from './paths.ts';
import { validateDownward, validateNamedFiles, validateProjected } from './volume-files.ts';

const HOST_PATH_TYPES = [
  '',
  'DirectoryOrCreate',
  'Directory',
  'FileOrCreate',
  'File',
  'Socket',
  'CharDevice',
  'BlockDevice',
];

/** In the order in which the API server looks: the first is meant, and each further one is too many. */
const SOURCES = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
] as const;

type Source = (typeof SOURCES)[number];
type Validate = (source: JsonObject, field: string) => FieldError[];

const RULES: Readonly<Partial<Record<Source, Validate>>> = {
  emptyDir: validateEmptyDir,
  hostPath: validateHostPath,
  secret: (source, field) => validateNamedFiles(source, 'secretName', field),
  configMap: (source, field) => validateNamedFiles(source, 'name', field),
  persistentVolumeClaim: (source, field) => requireText(source, 'claimName', field),
  nfs: validateNfs,
  csi: (source, field) => requireText(source, 'driver', field),
  downwardAPI: validateDownward,
  projected: validateProjected,
};

export interface Volumes {
  /** Those that containers can mount: without those that are wrong themselves. */
  readonly names: ReadonlySet<string>;
  readonly errors: readonly FieldError[];
}

export function validateVolumes(spec: JsonObject, field: string): Volumes {
  const names = new Set<string>();
  const errors = inEachOf(spec, 'volumes', field, (volume, at) => {
    const name = textAt(volume, 'name');
    const wrong = [
      ...validateSource(volume, at),
      ...(name === ''
        ? [required(`${at}.name`, 'must be given')]
        : invalidForEach(`${at}.name`, name, dnsLabelProblems(name))),
      ...(names.has(name) ? [duplicate(`${at}.name`, name)] : []),
    ];
    if (wrong.length === 0) names.add(name);
    return wrong;
  });
  return { names, errors };
}

/** None at all is an emptyDir. */
function validateSource(volume: JsonObject, field: string): FieldError[] {
  const [first, ...others] = SOURCES.filter((source) => isSet(volume, source));
  if (first === undefined) return [];
  return [
    ...(RULES[first]?.(objectAt(volume, first), `${field}.${first}`) ?? []),
    ...others.map((source) => forbidden(`${field}.${source}`, 'a volume has one source only')),
  ];
}

function validateEmptyDir(source: JsonObject, field: string): FieldError[] {
  const limit = source.sizeLimit;
  const amount = typeof limit === 'string' || typeof limit === 'number' ? parseQuantity(limit) : null;
  if (amount === null || amount.milli >= 0n) return [];
  return [forbidden(`${field}.sizeLimit`, 'must not be negative')];
}

function validateHostPath(source: JsonObject, field: string): FieldError[] {
  const path = textAt(source, 'path');
  if (path === '') return [required(`${field}.path`, 'must be given')];
  return [
    ...validateNoBacksteps(path, `${field}.path`),
    ...validateWord(source, 'type', HOST_PATH_TYPES, field),
  ];
}

function validateNfs(source: JsonObject, field: string): FieldError[] {
  const path = textAt(source, 'path');
  return [
    ...requireText(source, 'server', field),
    ...requireText(source, 'path', field),
    ...(path.startsWith('/') ? [] : [invalid(`${field}.path`, path, 'must be an absolute path')]),
  ];
}
