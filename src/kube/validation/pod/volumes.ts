/** The rules for the volumes of a pod; of rare sources only that there is one and not two. */
import type { JsonObject } from '../../../json/object.ts';
import { dnsLabelProblems } from '../../metadata/names.ts';
import { parseQuantity } from '../../resources/quantity.ts';
import { duplicate, type FieldError, forbidden, invalid, invalidForEach, required } from '../field-error.ts';
import {
  inEachOf,
  isSet,
  numberAt,
  objectAt,
  objectsAt,
  requireText,
  textAt,
  validateWord,
} from './fields.ts';

const LARGEST_MODE = 0o777;
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
const LEAST_TOKEN_SECONDS = 600;
const MOST_TOKEN_SECONDS = 2 ** 32;

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
  secret: (source, field) => [...requireText(source, 'secretName', field), ...validateFiles(source, field)],
  configMap: (source, field) => [...requireText(source, 'name', field), ...validateFiles(source, field)],
  persistentVolumeClaim: (source, field) => requireText(source, 'claimName', field),
  nfs: validateNfs,
  csi: (source, field) => requireText(source, 'driver', field),
  downwardAPI: (source, field) => [
    ...validateMode(source, 'defaultMode', field),
    // The API server leaves the position out of these.
    ...objectsAt(source, 'items').flatMap((item) => validateFile(item, field)),
  ],
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

function validateNoBacksteps(path: string, field: string): FieldError[] {
  return path.split('/').includes('..') ? [invalid(field, path, 'must not have ".." in it')] : [];
}

export function validateLocalPath(path: string, field: string): FieldError[] {
  return [
    ...(path.startsWith('/') ? [invalid(field, path, 'must be a relative path')] : []),
    ...validateNoBacksteps(path, field),
  ];
}

function validateMode(source: JsonObject, key: string, field: string): FieldError[] {
  const mode = numberAt(source, key) ?? 0;
  if (mode >= 0 && mode <= LARGEST_MODE) return [];
  return [invalid(`${field}.${key}`, mode, 'must be from 0 to 0777 (octal), or 511')];
}

function validateFiles(source: JsonObject, field: string): FieldError[] {
  return [
    ...validateMode(source, 'defaultMode', field),
    ...inEachOf(source, 'items', field, (item, at) => [
      ...requireText(item, 'key', at),
      ...validateFile(item, at),
    ]),
  ];
}

function validateFile(item: JsonObject, field: string): FieldError[] {
  const path = textAt(item, 'path');
  return [
    ...requireText(item, 'path', field),
    ...validateLocalPath(path, `${field}.path`),
    ...(path.startsWith('..') && !path.startsWith('../')
      ? [invalid(`${field}.path`, path, 'must not start with ".."')]
      : []),
    ...validateMode(item, 'mode', field),
  ];
}

function validateProjected(source: JsonObject, field: string): FieldError[] {
  const sources = objectsAt(source, 'sources');
  return [
    ...validateMode(source, 'defaultMode', field),
    ...sources.flatMap((entry, index) => validateProjection(entry, field, index)),
    ...validateApart(sources, field),
  ];
}

/** Each file of a projected volume comes from one place; the API server does not look at those of tokens. */
function validateApart(sources: readonly JsonObject[], field: string): FieldError[] {
  const paths = sources.flatMap((entry) =>
    ['configMap', 'secret', 'downwardAPI'].flatMap((key) =>
      objectsAt(objectAt(entry, key), 'items').map((item) => textAt(item, 'path')),
    ),
  );
  const given = paths.filter((path) => path !== '');
  const twice = given.find((path, index) => given.indexOf(path) !== index);
  return twice === undefined ? [] : [invalid(field, twice, 'two of its sources have the same path')];
}

/** The API server leaves the position out of the field of a token's path. */
function validateProjection(entry: JsonObject, list: string, index: number): FieldError[] {
  const field = `${list}.sources[${index}]`;
  const named = ['configMap', 'secret'].filter((key) => isSet(entry, key));
  const token = objectAt(entry, 'serviceAccountToken');
  const seconds = numberAt(token, 'expirationSeconds') ?? LEAST_TOKEN_SECONDS;
  const isWrong = seconds < LEAST_TOKEN_SECONDS || seconds > MOST_TOKEN_SECONDS;
  return [
    ...named.flatMap((key) => [
      ...requireText(objectAt(entry, key), 'name', `${field}.${key}`),
      ...inEachOf(objectAt(entry, key), 'items', `${field}.${key}`, (item, at) => [
        ...requireText(item, 'key', at),
        ...validateFile(item, at),
      ]),
    ]),
    ...(isSet(entry, 'serviceAccountToken')
      ? [
          ...requireText(token, 'path', list),
          ...(isWrong
            ? [
                invalid(
                  `${field}.serviceAccountToken.expirationSeconds`,
                  seconds,
                  `must be at least ${LEAST_TOKEN_SECONDS}`,
                ),
              ]
            : []),
        ]
      : []),
  ];
}
