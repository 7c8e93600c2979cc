/** A pod with one idea wrong with it, or just not wrong. */
import type { JsonObject } from '../../../../src/json/object.ts';

export interface Slip {
  readonly about: string;
  /** Of a pod, or of the template of a DaemonSet. */
  readonly spec: JsonObject;
}

const MAIN = { name: 'main', image: 'main' };

export function inSpec(about: string, fields: JsonObject): Slip {
  return { about, spec: { containers: [MAIN], ...fields } };
}

export function inContainer(about: string, fields: JsonObject): Slip {
  return { about, spec: { containers: [{ ...MAIN, ...fields }] } };
}

/** Each container is the good one with these fields. */
export function inContainers(
  about: string,
  containers: readonly JsonObject[],
  fields: JsonObject = {},
): Slip {
  return {
    about,
    spec: { containers: containers.map((container) => ({ ...MAIN, ...container })), ...fields },
  };
}
