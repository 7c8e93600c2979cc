/** The rules for the environment of a container. */
import type { JsonObject } from '../../../json/object.ts';
import { dnsSubdomainProblems, generateNameProblems } from '../../metadata/names.ts';
import { type FieldError, invalid, invalidForEach, required } from '../field-error.ts';
import { inEachOf, isSet, objectAt, textAt } from './fields.ts';
import { validatePodField, validateResourceField } from './pod-fields.ts';

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
      return validatePodField(reference, POD_FIELDS, field);
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
