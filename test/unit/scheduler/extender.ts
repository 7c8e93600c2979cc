/** The three doors over any view, with a clock of the test's own and all that was told kept. */
import type { ClusterView } from '../../../src/cluster/view.ts';
import { type Configuration, defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { schedulerDoors } from '../../../src/scheduler/door.ts';
import { Extender } from '../../../src/scheduler/extender.ts';
import type { Pause } from '../../../src/scheduler/filter/wait-for-choices.ts';
import type {
  FilterEvent,
  PreemptEvent,
  SchedulerObserver,
  VictimsEvent,
} from '../../../src/scheduler/observer.ts';
import { schedulingSettings } from '../../../src/scheduler/settings.ts';

export interface ExtenderOptions {
  readonly headroom?: Partial<Configuration['headroom']>;
  readonly preempt?: Partial<Configuration['preempt']>;
  /** Of `daemons`. */
  readonly schedulers?: readonly string[];
  readonly flavor?: Configuration['cluster']['flavor'];
  readonly clock?: { now: number };
  readonly staleAfterSeconds?: number;
  /** Without it no call waits. */
  readonly pause?: Pause;
  /** What a call waits for because the process stood still. */
  readonly caughtUp?: () => Promise<unknown> | null;
  /** Instead of one that keeps everything: what is asked a million times would fill the memory. */
  readonly observer?: SchedulerObserver;
}

export function extenderOver(view: ClusterView, options: ExtenderOptions = {}) {
  const { clock = { now: 0 }, staleAfterSeconds = 150 } = options;
  const configuration = defaultConfiguration();
  const { flavor = configuration.cluster.flavor } = options;
  const settingsFor = ({ headroom, preempt, schedulers }: ExtenderOptions) =>
    schedulingSettings({
      ...configuration,
      daemons: { ...configuration.daemons, ...(schedulers && { schedulers: [...schedulers] }) },
      cluster: { ...configuration.cluster, flavor },
      headroom: { ...configuration.headroom, ...headroom },
      preempt: { ...configuration.preempt, ...preempt },
    });
  let settings = settingsFor(options);
  const told = {
    asked: [] as string[],
    passedThrough: [] as string[],
    filtered: [] as FilterEvent[],
    preempted: [] as PreemptEvent[],
    victims: [] as VictimsEvent[],
    doubtful: [] as string[],
    passedNodes: [] as string[],
    left: [] as string[],
    witnessed: [] as boolean[],
  };
  const observer: SchedulerObserver = {
    asked: (verb, nodes) => void told.asked.push(`${verb} ${nodes}`),
    passedThrough: (verb, reason) => void told.passedThrough.push(`${verb} ${reason}`),
    filtered: (event) => void told.filtered.push(event),
    preempted: (event) => void told.preempted.push(event),
    victimsGiven: (event) => void told.victims.push(event),
    doubtfulNodes: (outcome, count) => void told.doubtful.push(`${outcome} ${count}`),
    passedNodes: (verb, partition, count) => void told.passedNodes.push(`${verb} ${partition} ${count}`),
    witnessed: (inFlight) => void told.witnessed.push(inFlight),
    leftFlight: (by) => void told.left.push(by),
  };
  const extender = new Extender({
    settings: () => settings,
    view,
    staleAfterSeconds: () => staleAfterSeconds,
    now: () => clock.now,
    clock: () => clock.now,
    observer: options.observer ?? observer,
    ...(options.pause && { pause: options.pause }),
    ...(options.caughtUp && { caughtUp: options.caughtUp }),
  });
  const doors = schedulerDoors(extender, { takesWhole: true });
  const ask = (verb: 'filter' | 'prioritize' | 'preempt' | 'bind', body: unknown): unknown => {
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    const answer = doors.get(`/scheduler/${verb}`)?.answer(bytes);
    if (answer instanceof Promise) throw new Error('the call waits');
    if (answer?.ok !== true) throw new Error(answer?.problem.message ?? 'no such door');
    return JSON.parse(answer.value.toString());
  };
  /** As a reload of the configuration does it. */
  const reconfigure = (changed: Pick<ExtenderOptions, 'headroom' | 'preempt' | 'schedulers'>) => {
    settings = settingsFor(changed);
  };
  return { extender, doors, told, clock, ask, reconfigure };
}
