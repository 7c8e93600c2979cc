/** The rules for an object's metadata, when it is made and when it is changed. */
import { dnsLabelProblems, dnsSubdomainProblems, generateNameProblems } from '../metadata/names.ts';
import type { Maybe, ObjectMeta } from '../objects.ts';
import { type FieldError, invalid, invalidForEach, required, validateNonNegative } from './field-error.ts';
import { validateLabelling } from './labelling.ts';

/** Fields that keep their value for the whole life of an object. */
const IMMUTABLE = ['name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp'] as const;

function validateName({ name, generateName }: ObjectMeta): FieldError[] {
  return [
    ...(generateName
      ? invalidForEach('metadata.generateName', generateName, generateNameProblems(generateName))
      : []),
    ...(name
      ? invalidForEach('metadata.name', name, dnsSubdomainProblems(name))
      : [required('metadata.name', 'name or generateName must be given')]),
  ];
}

/** Every error of the metadata of a new object in a namespace; a generated name must stand in it already. */
export function validateMetadata(metadata: Maybe<ObjectMeta>): FieldError[] {
  const meta = metadata ?? {};
  const { namespace } = meta;
  return [
    ...validateName(meta),
    ...(namespace
      ? invalidForEach('metadata.namespace', namespace, dnsLabelProblems(namespace))
      : [required('metadata.namespace', 'must be given')]),
    ...validateNonNegative(meta.generation ?? 0, 'metadata.generation'),
    ...validateLabelling(meta, 'metadata'),
  ];
}

/** Every error of changed metadata. The name is not looked at again: it may be older than the rules. */
export function validateMetadataUpdate(
  metadata: Maybe<ObjectMeta>,
  oldMetadata: Maybe<ObjectMeta>,
): FieldError[] {
  const meta = metadata ?? {};
  const old = oldMetadata ?? {};
  const errors: FieldError[] = [];
  if (!meta.resourceVersion) {
    errors.push(invalid('metadata.resourceVersion', '', 'must be given for an update'));
  }
  if ((meta.generation ?? 0) < (old.generation ?? 0)) {
    errors.push(invalid('metadata.generation', meta.generation, 'must not become lower'));
  }
  for (const field of IMMUTABLE) {
    if ((meta[field] ?? '') !== (old[field] ?? '')) {
      errors.push(invalid(`metadata.${field}`, meta[field], 'field is immutable'));
    }
  }
  return [...errors, ...validateLabelling(meta, 'metadata')];
}
