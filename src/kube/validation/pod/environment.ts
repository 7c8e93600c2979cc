/** The rules for the environment of a container. */
import type { JsonObject } from '../../../json/object.ts';
import { qualifiedNameProblems } from '../../metadata/labels.ts';
import { dnsSubdomainProblems, generateNameProblems } from '../../metadata/names.ts';
import { type FieldError, invalid, invalidForEach, notSupported, required } from '../field-error.ts';
import { inEachOf, isSet, objectAt, textAt } from './fields.ts';

/** Printable ASCII without `=`: from Kubernetes 1.34 on. */
const NAME = /^[ -<>-~]+$/;
const NAME_SHAPE = 'must consist of printable ASCII characters other than =';
const KEY = /^[-._a-zA-Z0-9]{1,253}$/;

const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];

const POD_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** What a pod has as well, and a variable cannot be; of any other path the API server says that it cannot read it. */
const OTHER_POD_FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'spec.host',
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
];

const RESOURCES = ['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [
  `limits.${name}`,
  `requests.${name}`,
]);

export function validateEnvironment(container: JsonObject, field: string): FieldError[] {
  return [
    ...inEachOf(container, 'env', field, (variable, at) => [
      ...validateName(textAt(variable, 'name'), `${at}.name`),
      ...(isSet(variable, 'valueFrom') ? validateSource(variable, `${at}.valueFrom`) : []),
    ]),
    ...inEachOf(container, 'envFrom', field, (source, at) => validateSet(source, at, `${field}.envFrom`)),
  ];
}

function validateName(name: string, field: string): FieldError[] {
  if (name === '') return [required(field, 'must be given')];
  return NAME.test(name) ? [] : [invalid(field, name, NAME_SHAPE)];
}

function validateSource(variable: JsonObject, field: string): FieldError[] {
  const source = objectAt(variable, 'valueFrom');
  const given = SOURCES.filter((key) => isSet(source, key));
  const errors = given.flatMap((key) => validateReference(key, objectAt(source, key), `${field}.${key}`));
  if (given.length === 0) return [invalid(field, '', `must have one of ${SOURCES.join(', ')}`)];
  if (textAt(variable, 'value') !== '') return [...errors, invalid(field, '', 'must not be beside a value')];
  return given.length > 1 ? [...errors, invalid(field, '', 'must have one source only')] : errors;
}

function validateReference(key: string, reference: JsonObject, field: string): FieldError[] {
  switch (key) {
    case 'fieldRef':
      return validatePodField(reference, field);
    case 'resourceFieldRef':
      return validateResourceField(reference, field);
    case 'configMapKeyRef':
    case 'secretKeyRef':
      return [
        ...invalidForEach(
          `${field}.name`,
          textAt(reference, 'name'),
          dnsSubdomainProblems(textAt(reference, 'name')),
        ),
        ...validateKey(reference, field),
      ];
    default:
      return [];
  }
}

function validateKey(reference: JsonObject, field: string): FieldError[] {
  const key = textAt(reference, 'key');
  if (key === '') return [required(`${field}.key`, 'must be given')];
  if (KEY.test(key) && key !== '.' && !key.startsWith('..')) return [];
  return [invalid(`${field}.key`, key, 'must consist of letters, digits, -, _ and .')];
}

const SUBSCRIPT = /^([\w.]+)\['([^\]]*)'\]$/;

function validatePodField(reference: JsonObject, field: string): FieldError[] {
  const path = textAt(reference, 'fieldPath');
  const version = textAt(reference, 'apiVersion') || 'v1';
  if (path === '') return [required(`${field}.fieldPath`, 'must be given')];
  const [, map, name = ''] = SUBSCRIPT.exec(path) ?? [];
  const isMap = map === 'metadata.annotations' || map === 'metadata.labels';
  if (version !== 'v1') return [invalid(`${field}.fieldPath`, path, 'must be of apiVersion v1')];
  if (!isMap && POD_FIELDS.includes(path)) return [];
  if (!isMap && OTHER_POD_FIELDS.includes(path))
    return [notSupported(`${field}.fieldPath`, path, POD_FIELDS)];
  if (!isMap) return [invalid(`${field}.fieldPath`, path, 'is no field of a pod that a variable can have')];
  const key = map === 'metadata.annotations' ? name.toLowerCase() : name;
  return invalidForEach(field, name, qualifiedNameProblems(key));
}

function validateResourceField(reference: JsonObject, field: string): FieldError[] {
  const resource = textAt(reference, 'resource');
  if (resource === '') return [required(`${field}.resource`, 'must be given')];
  const isKnown = RESOURCES.includes(resource) || /^(?:limits|requests)\.hugepages-/.test(resource);
  return isKnown ? [] : [notSupported(`${field}.resource`, resource, RESOURCES)];
}

/** All variables of a ConfigMap or Secret. The API server blames the whole list when there is not exactly one. */
function validateSet(source: JsonObject, field: string, list: string): FieldError[] {
  const prefix = textAt(source, 'prefix');
  const given = ['configMapRef', 'secretRef'].filter((key) => isSet(source, key));
  return [
    ...(prefix === '' ? [] : validateName(prefix, `${field}.prefix`)),
    ...given.flatMap((key) => validateObjectName(objectAt(source, key), `${field}.${key}`)),
    ...(given.length === 1 ? [] : [invalid(list, '', 'must have configMapRef or secretRef, and not both')]),
  ];
}

function validateObjectName(reference: JsonObject, field: string): FieldError[] {
  const name = textAt(reference, 'name');
  if (name === '') return [required(`${field}.name`, 'must be given')];
  return invalidForEach(`${field}.name`, name, generateNameProblems(name));
}
