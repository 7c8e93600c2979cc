/** The rules for the containers of a pod, of the ordinary ones and those that run before them. */
import type { JsonObject } from '../../../json/object.ts';
import { dnsLabelProblems } from '../../metadata/names.ts';
import { duplicate, type FieldError, forbidden, invalid, invalidForEach, required } from '../field-error.ts';
import { validateResources } from './container-resources.ts';
import { validateEnvironment } from './environment.ts';
import {
  isSet,
  objectAt,
  objectsAt,
  requireText,
  textAt,
  validateDefaultedWord,
  validateWord,
} from './fields.ts';
import { validateLifecycle, validateProbes } from './handlers.ts';
import { validateDevices, validateMounts } from './mounts.ts';
import { validateHostPorts, validatePorts } from './ports.ts';
import { validateSecurityContext } from './security.ts';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];
const RESTART_POLICIES = ['Always', 'Never', 'OnFailure'];

/** What an init container has only when it goes on running beside the others. */
const SIDECAR_FIELDS = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'];

export interface ContainerOptions {
  /** Those that can be mounted. */
  readonly volumes: ReadonlySet<string>;
  /** A pod itself: blanks around an image are let pass in templates. */
  readonly isPod: boolean;
  /** Seconds that the pod has to end in. */
  readonly grace: number;
}

export function validateContainers(spec: JsonObject, field: string, options: ContainerOptions): FieldError[] {
  const containers = objectsAt(spec, 'containers');
  const initContainers = objectsAt(spec, 'initContainers');
  const names = new Set<string>();
  const isRepeated = (name: string) => {
    const repeated = names.has(name);
    names.add(name);
    return repeated;
  };
  return [
    ...containers.flatMap((container, index) => {
      const at = `${field}.containers[${index}]`;
      const name = textAt(container, 'name');
      return [
        ...validateContainer(container, at, options),
        ...(isRepeated(name) ? [duplicate(`${at}.name`, name)] : []),
        ...validateLifecycle(container, options.grace, at),
        ...validateProbes(container, at),
        ...validateWord(container, 'restartPolicy', RESTART_POLICIES, at),
      ];
    }),
    ...validateHostPorts(containers, `${field}.containers`),
    ...initContainers.flatMap((container, index) => {
      const at = `${field}.initContainers[${index}]`;
      const name = textAt(container, 'name');
      return [
        ...validateContainer(container, at, options),
        ...validateInitContainer(container, options.grace, at),
        ...(name !== '' && isRepeated(name) ? [duplicate(`${at}.name`, name)] : []),
      ];
    }),
  ];
}

function validateContainer(
  container: JsonObject,
  field: string,
  { volumes, isPod }: ContainerOptions,
): FieldError[] {
  const name = textAt(container, 'name');
  const image = textAt(container, 'image');
  return [
    ...(name === ''
      ? [required(`${field}.name`, 'must be given')]
      : invalidForEach(`${field}.name`, name, dnsLabelProblems(name))),
    ...requireText(container, 'image', field),
    ...(isPod && image !== image.trim()
      ? [invalid(`${field}.image`, image, 'must have no blanks around it')]
      : []),
    ...validateDefaultedWord(container, 'terminationMessagePolicy', MESSAGE_POLICIES, field),
    ...validatePorts(container, field),
    ...validateEnvironment(container, field),
    ...validateMounts(container, volumes, field),
    ...validateDevices(container, volumes, field),
    ...validateDefaultedWord(container, 'imagePullPolicy', PULL_POLICIES, field),
    ...validateResources(container, field, isPod),
    ...validateSecurityContext(objectAt(container, 'securityContext'), `${field}.securityContext`),
  ];
}

function validateInitContainer(container: JsonObject, grace: number, field: string): FieldError[] {
  const isSidecar = textAt(container, 'restartPolicy') === 'Always';
  const early = SIDECAR_FIELDS.filter((key) => isSet(container, key));
  return [
    ...validateWord(container, 'restartPolicy', RESTART_POLICIES, field),
    ...(isSidecar
      ? [...validateLifecycle(container, grace, field), ...validateProbes(container, field)]
      : early.map((key) =>
          forbidden(`${field}.${key}`, 'must not be set for an init container without restartPolicy Always'),
        )),
  ];
}
