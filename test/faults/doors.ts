/** All doors of a process as functions, over the example cluster, in one thread. */
import { admissionDoors } from '../../src/admission/door.ts';
import { loadSnapshot } from '../../src/cluster/snapshot/snapshot.ts';
import { type Configuration, defaultConfiguration, exampleSnapshot } from '../../src/config/schema/schema.ts';
import type { Parsed } from '../../src/json/problem.ts';
import { policySettings } from '../../src/policy/settings.ts';
import { schedulerDoors } from '../../src/scheduler/door.ts';
import { UNOBSERVED } from '../../src/scheduler/observer.ts';
import { callDigester } from '../../src/scheduler/wire/call-digest.ts';
import type { AnswerText } from '../../src/scheduler/wire/nodes-call.ts';
import { LARGE_CALL_BYTES } from '../../src/server/reading/large-calls.ts';
import { extenderOver } from '../unit/scheduler/extender.ts';

type Answer = Parsed<AnswerText>;

export interface DoorOptions {
  readonly takesWhole: boolean;
  /** The default one unless given. */
  readonly configuration?: Configuration;
}

export function exampleDoors(
  options: DoorOptions = { takesWhole: false },
): ReadonlyMap<string, (bytes: Buffer) => Answer | Promise<Answer>> {
  const { configuration = defaultConfiguration() } = options;
  const settings = policySettings(configuration);
  const view = loadSnapshot([exampleSnapshot]).store;
  const context = {
    settings: () => settings,
    view: view.within(''),
    now: () => new Date(),
    observe: () => {},
  };
  const { headroom, preempt, cluster } = configuration;
  // What is asked a million times and kept would fill the memory.
  const { extender } = extenderOver(view, {
    headroom,
    preempt,
    flavor: cluster.flavor,
    observer: UNOBSERVED,
  });
  const digest = callDigester({ ...options, seed: extender.names.seed });
  const calls = Array.from(schedulerDoors(extender, options), ([path, { answer, answerDigest }]) => {
    const door = (bytes: Buffer): Answer | Promise<Answer> => {
      if (answerDigest === undefined || bytes.length <= LARGE_CALL_BYTES) return answer(bytes);
      const digested = digest(path, Buffer.from(Uint8Array.from(bytes).buffer));
      return digested.ok ? answerDigest(digested.value) : digested;
    };
    return [path, door] as const;
  });
  return new Map<string, (bytes: Buffer) => Answer | Promise<Answer>>([...admissionDoors(context), ...calls]);
}
