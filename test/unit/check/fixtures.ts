/** Manifests for tests of `daemonward check`, and its JSON read back. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { daemonward, daemonwardWithInput, type Finished, temporaryFolder } from '../cli/terminal.ts';

export const EXAMPLES = fileURLToPath(new URL('../../../examples/manifests', import.meta.url));

/** No rule has anything against it. */
export const GOOD = `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
  namespace: kube-system
spec:
  selector:
    matchLabels: {app: agent}
  template:
    metadata:
      labels: {app: agent}
    spec:
      priorityClassName: system-node-critical
      containers:
      - name: main
        image: main
`;

/** DW209, on line 4. */
export const BAD = GOOD.replace('name: agent', 'name: Agent');

/** A folder with these files, by their paths. */
export function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

interface FindingJson {
  readonly code: string;
  readonly level: string;
  readonly field: string;
  readonly line: number;
  readonly column: number;
  readonly exempted: { readonly reason: string; readonly expires: string } | null;
}

export interface ReportJson {
  readonly summary: Readonly<Record<string, number>>;
  readonly objects: readonly {
    readonly file: string;
    readonly line: number;
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly tenant: { readonly name: string; readonly system: boolean; readonly by: string };
    readonly findings: readonly FindingJson[];
  }[];
  readonly problems: readonly {
    readonly file: string;
    readonly line: number | null;
    readonly field: string;
    readonly message: string;
  }[];
}

export interface Checked extends Finished {
  readonly report: ReportJson;
}

/** Checks a text from standard input. */
export async function checkText(text: string | Buffer, ...args: readonly string[]): Promise<Checked> {
  return read(await daemonwardWithInput(text, 'check', '-f', '-', '-o', 'json', ...args));
}

export async function checkFiles(...args: readonly string[]): Promise<Checked> {
  return read(await daemonward('check', '-o', 'json', ...args));
}

function read(finished: Finished): Checked {
  return { ...finished, report: JSON.parse(finished.out) };
}

/** `DW209@4` for each finding of a rule of ours. */
export function findingsOf(checked: Checked): string[] {
  return everyFindingOf(checked).filter((finding) => finding.startsWith('DW'));
}

/** The same with what the API server would refuse by itself: `unknown-field@4`. */
export function everyFindingOf({ report }: Checked): string[] {
  return report.objects.flatMap(({ findings }) => findings.map(({ code, line }) => `${code}@${line}`));
}

export function problemsOf({ report }: Checked): string[] {
  return report.problems.map(({ line, field, message }) =>
    [line ?? '', field, message].filter((part) => part !== '').join(' '),
  );
}
