/** All doors of a process as functions, over the example cluster and with its default configuration. */
import { admissionDoors } from '../../src/admission/door.ts';
import { loadSnapshot } from '../../src/cluster/snapshot/snapshot.ts';
import { defaultConfiguration, exampleSnapshot } from '../../src/config/schema/schema.ts';
import type { Parsed } from '../../src/json/problem.ts';
import { policySettings } from '../../src/policy/settings.ts';
import { schedulerDoors } from '../../src/scheduler/door.ts';
import { extenderOver } from '../unit/scheduler/extender.ts';

type Answer = Parsed<string | Buffer>;

export function exampleDoors(
  options: { readonly takesWhole: boolean } = { takesWhole: false },
): ReadonlyMap<string, (bytes: Buffer) => Answer | Promise<Answer>> {
  const settings = policySettings(defaultConfiguration());
  const view = loadSnapshot([exampleSnapshot]).store;
  const context = { settings: () => settings, view, now: () => new Date(), observe: () => {} };
  const { extender } = extenderOver(view);
  return new Map([...admissionDoors(context), ...schedulerDoors(extender, options)]);
}
