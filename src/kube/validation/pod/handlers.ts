/** The rules for probes and for what runs when a container starts and stops. */
import type { JsonObject } from '../../../json/object.ts';
import { type FieldError, forbidden, invalid, required, validateNonNegative } from '../field-error.ts';
import { isSet, listAt, numberAt, objectAt, objectsAt, textAt, validateDefaultedWord } from './fields.ts';
import { validatePortReference } from './ports.ts';

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;
const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
];
const SCHEMES = ['HTTP', 'HTTPS'];
const HEADER_NAME = /^[-A-Za-z0-9]+$/;

export function validateProbes(container: JsonObject, field: string): FieldError[] {
  return ['livenessProbe', 'readinessProbe', 'startupProbe']
    .filter((key) => isSet(container, key))
    .flatMap((key) => validateProbe(objectAt(container, key), key === 'readinessProbe', `${field}.${key}`));
}

function validateProbe(probe: JsonObject, isReadiness: boolean, field: string): FieldError[] {
  // What is 0 is not given: the API server fills in 1.
  const successes = numberAt(probe, 'successThreshold') || 1;
  const grace = numberAt(probe, 'terminationGracePeriodSeconds');
  return [
    // A probe does not sleep.
    ...validateHandler(probe, 0, field),
    ...COUNTS.flatMap((key) => validateNonNegative(numberAt(probe, key) ?? 0, `${field}.${key}`)),
    ...(grace !== undefined && grace <= 0
      ? [invalid(`${field}.terminationGracePeriodSeconds`, grace, 'must be greater than 0')]
      : []),
    ...(isReadiness && grace !== undefined
      ? [invalid(`${field}.terminationGracePeriodSeconds`, grace, 'must not be set for a readiness probe')]
      : []),
    ...(isReadiness || successes === 1 ? [] : [invalid(`${field}.successThreshold`, successes, 'must be 1')]),
  ];
}

/** `grace` is what the pod has to end in, and so the longest that it can sleep. */
export function validateLifecycle(container: JsonObject, grace: number, field: string): FieldError[] {
  const lifecycle = objectAt(container, 'lifecycle');
  return ['postStart', 'preStop']
    .filter((key) => isSet(lifecycle, key))
    .flatMap((key) => validateHandler(objectAt(lifecycle, key), grace, `${field}.lifecycle.${key}`));
}

/** The first is looked at, each further one is too many. */
function validateHandler(object: JsonObject, grace: number, field: string): FieldError[] {
  const [first, ...others] = HANDLERS.filter((key) => isSet(object, key));
  if (first === undefined) return [required(field, `must have one of ${HANDLERS.join(', ')}`)];
  return [
    ...validateAction(first, objectAt(object, first), grace, `${field}.${first}`),
    ...others.map((key) => forbidden(`${field}.${key}`, 'there must be one handler only')),
  ];
}

function validateAction(
  handler: (typeof HANDLERS)[number],
  action: JsonObject,
  grace: number,
  field: string,
): FieldError[] {
  const seconds = numberAt(action, 'seconds') ?? 0;
  switch (handler) {
    case 'exec':
      return listAt(action, 'command').length > 0 ? [] : [required(`${field}.command`, 'must be given')];
    case 'httpGet':
      return [
        ...validatePortReference(action.port, `${field}.port`),
        ...validateDefaultedWord(action, 'scheme', SCHEMES, field),
        ...objectsAt(action, 'httpHeaders')
          .map((header) => textAt(header, 'name'))
          .filter((name) => !HEADER_NAME.test(name))
          .map((name) => invalid(`${field}.httpHeaders`, name, 'is not the name of a header')),
      ];
    case 'tcpSocket':
    case 'grpc':
      return validatePortReference(action.port, `${field}.port`);
    case 'sleep':
      if (seconds >= 0 && seconds <= grace) return [];
      return [invalid(field, seconds, `must be from 0 to the ${grace} seconds of grace of the pod`)];
  }
}
