/** The rules for ports: numbers, names, and those of the node. */
import type { JsonObject } from '../../../json/object.ts';
import { duplicate, type FieldError, invalid, invalidForEach, required } from '../field-error.ts';
import { inEachOf, numberAt, objectsAt, textAt, validateDefaultedWord } from './fields.ts';

const LARGEST_PORT = 65_535;
const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];
/** RFC 6335, in lower case only. */
const LONGEST_NAME = 15;

function portNameProblems(name: string): string[] {
  const problems: string[] = [];
  if (name.length > LONGEST_NAME) problems.push(`must be no more than ${LONGEST_NAME} characters`);
  if (!/^[-a-z0-9]+$/.test(name)) problems.push('must consist of lower case letters, digits and -');
  if (!/[a-z]/.test(name)) problems.push('must have at least one letter');
  if (name.includes('--')) problems.push('must not have two - in a row');
  if (/^-|-$/.test(name)) problems.push('must not begin or end with -');
  return problems;
}

function validatePortNumber(port: number, field: string): FieldError[] {
  const isPort = port >= 1 && port <= LARGEST_PORT;
  return isPort ? [] : [invalid(field, port, `must be from 1 to ${LARGEST_PORT}`)];
}

/** A port of a probe: its number, or its name. What is missing counts as 0. */
export function validatePortReference(port: unknown, field: string): FieldError[] {
  if (typeof port === 'string') return invalidForEach(field, port, portNameProblems(port));
  return validatePortNumber(typeof port === 'number' ? port : 0, field);
}

export function validatePorts(container: JsonObject, field: string): FieldError[] {
  const names = new Set<string>();
  return inEachOf(container, 'ports', field, (port, at) => {
    const name = textAt(port, 'name');
    const problems = name === '' ? [] : portNameProblems(name);
    const isRepeated = problems.length === 0 && names.has(name);
    if (name !== '' && problems.length === 0) names.add(name);
    const containerPort = numberAt(port, 'containerPort') ?? 0;
    const hostPort = numberAt(port, 'hostPort') ?? 0;
    return [
      ...invalidForEach(`${at}.name`, name, problems),
      ...(isRepeated ? [duplicate(`${at}.name`, name)] : []),
      ...(containerPort === 0
        ? [required(`${at}.containerPort`, 'must be given')]
        : validatePortNumber(containerPort, `${at}.containerPort`)),
      ...(hostPort === 0 ? [] : validatePortNumber(hostPort, `${at}.hostPort`)),
      ...validateDefaultedWord(port, 'protocol', PROTOCOLS, at),
    ];
  });
}

/** A port of the node is taken once. */
export function validateHostPorts(containers: readonly JsonObject[], field: string): FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap((container, index) =>
    objectsAt(container, 'ports').flatMap((port, position) => {
      const hostPort = numberAt(port, 'hostPort') ?? 0;
      if (hostPort === 0) return [];
      const key = `${textAt(port, 'protocol') || 'TCP'}/${textAt(port, 'hostIP')}/${hostPort}`;
      if (taken.has(key)) return [duplicate(`${field}[${index}].ports[${position}].hostPort`, hostPort)];
      taken.add(key);
      return [];
    }),
  );
}

/** On the host's network a port of a container is the node's. A port that is not given is filled in later. */
export function validateHostNetworkPorts(containers: readonly JsonObject[], field: string): FieldError[] {
  return containers.flatMap((container, index) =>
    objectsAt(container, 'ports').flatMap((port, position) => {
      const hostPort = numberAt(port, 'hostPort') ?? 0;
      if (hostPort === 0 || hostPort === numberAt(port, 'containerPort')) return [];
      const at = `${field}[${index}].ports[${position}].hostPort`;
      return [invalid(at, hostPort, 'must be the containerPort when hostNetwork is true')];
    }),
  );
}
