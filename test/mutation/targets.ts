/** What is mutated, and which tests are asked to notice. */

/** The folders that decide. Their wires, readers and printers have other tests: recorded calls, fuzzing, a real control plane. */
export const FOLDERS = [
  'src/kube',
  'src/daemons',
  'src/headroom',
  'src/policy',
  'src/scheduler/filter',
  'src/scheduler/preempt',
  'src/scheduler/prioritize',
  'src/scheduler/account',
  'src/scheduler/resize',
] as const;

/** Those that reach the folders above without a socket or another process, nearest first: a mutant mostly dies early. */
export const TEST_FOLDERS = [
  'test/unit/kube',
  'test/unit/daemons',
  'test/unit/policy',
  'test/unit/tenancy',
  'test/unit/headroom',
  'test/conformance',
  'test/unit/scheduler',
  'test/unit/admission',
  'test/unit/partitions',
  'test/unit/orders',
  'test/unit/explain',
  'test/unit/cluster',
  'test/unit/check',
  'test/unit/docs',
];

/** They start processes, ask for garbage collections, or read millions of names: seconds each, for little that is decided here. */
export const LEFT_OUT = [
  'test/conformance/reports-what-differs.test.ts',
  'test/unit/check/runs-as-a-process.test.ts',
  'test/unit/cluster/store/stays-small-while-objects-come-and-go.test.ts',
  'test/unit/docs/the-readme-shows-real-answers.test.ts',
  'test/unit/docs/the-tutorial-shows-real-answers.test.ts',
  'test/unit/scheduler/names/large-calls-are-answered-as-small-ones.test.ts',
  'test/unit/scheduler/names/names-are-read-as-the-plain-path-reads-them.test.ts',
];
