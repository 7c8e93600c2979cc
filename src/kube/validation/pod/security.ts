/** The rules for security contexts, of a container and of a pod. */
import type { JsonObject } from '../../../json/object.ts';
import { type FieldError, invalid, notSupported, required } from '../field-error.ts';
import {
  isSet,
  isTrue,
  listAt,
  numberAt,
  objectAt,
  requireText,
  textAt,
  textsAt,
  validateWord,
} from './fields.ts';
import { validateLocalPath } from './paths.ts';

/** User and group IDs are not negative, and have 31 bits. */
const LARGEST_ID = 2 ** 31 - 1;
const PROFILES = ['Localhost', 'RuntimeDefault', 'Unconfined'];
const GROUP_CHANGE_POLICIES = ['Always', 'OnRootMismatch'];
const ADMIN_CAPABILITY = 'CAP_SYS_ADMIN';

export function validateSecurityContext(context: JsonObject, field: string): FieldError[] {
  const mayNotEscalate = context.allowPrivilegeEscalation === false;
  const isAdmin = textsAt(objectAt(context, 'capabilities'), 'add').includes(ADMIN_CAPABILITY);
  return [
    ...['runAsUser', 'runAsGroup'].flatMap((key) => validateId(numberAt(context, key), `${field}.${key}`)),
    ...(mayNotEscalate && isTrue(context, 'privileged')
      ? [invalid(field, undefined, 'allowPrivilegeEscalation must not be false when privileged is true')]
      : []),
    ...(mayNotEscalate && isAdmin
      ? [invalid(field, undefined, `allowPrivilegeEscalation must not be false beside ${ADMIN_CAPABILITY}`)]
      : []),
    ...validateProfile(context, 'seccompProfile', field),
    ...validateProfile(context, 'appArmorProfile', field),
  ];
}

/** `spec` is the pod's, in which the rest of it stands. */
export function validatePodSecurityContext(spec: JsonObject, field: string): FieldError[] {
  const context = objectAt(spec, 'securityContext');
  const at = `${field}.securityContext`;
  return [
    ...['fsGroup', 'runAsUser', 'runAsGroup'].flatMap((key) =>
      validateId(numberAt(context, key), `${at}.${key}`),
    ),
    ...listAt(context, 'supplementalGroups').flatMap((id, index) =>
      validateId(typeof id === 'number' ? id : undefined, `${at}.supplementalGroups[${index}]`),
    ),
    ...(isTrue(spec, 'hostPID') && isTrue(spec, 'shareProcessNamespace')
      ? [invalid(`${at}.shareProcessNamespace`, true, 'must not be beside hostPID')]
      : []),
    ...validateWord(context, 'fsGroupChangePolicy', GROUP_CHANGE_POLICIES, at),
    ...validateProfile(context, 'seccompProfile', at),
    ...validateProfile(context, 'appArmorProfile', at),
  ];
}

function validateId(id: number | undefined, field: string): FieldError[] {
  if (id === undefined || (id >= 0 && id <= LARGEST_ID)) return [];
  return [invalid(field, id, `must be from 0 to ${LARGEST_ID}`)];
}

function validateProfile(context: JsonObject, key: string, field: string): FieldError[] {
  if (!isSet(context, key)) return [];
  const profile = objectAt(context, key);
  const at = `${field}.${key}`;
  const type = textAt(profile, 'type');
  const isGiven = isSet(profile, 'localhostProfile');
  const path = `${at}.localhostProfile`;
  const errors = type === '' ? [required(`${at}.type`, 'must be given')] : [];
  if (type !== '' && !PROFILES.includes(type)) errors.push(notSupported(`${at}.type`, type, PROFILES));
  if (type !== 'Localhost') {
    // Of AppArmor's the API server says so only beside a type that it knows.
    const isSaid = key === 'seccompProfile' || PROFILES.includes(type);
    return isGiven && isSaid ? [...errors, invalid(path, undefined, 'is for type Localhost only')] : errors;
  }
  if (!isGiven) return [required(path, 'must be given for type Localhost')];
  const name = textAt(profile, 'localhostProfile');
  if (key === 'seccompProfile') return validateLocalPath(name, path);
  if (name !== name.trim()) return [invalid(path, name, 'must have no blanks around it')];
  return requireText(profile, 'localhostProfile', at);
}
