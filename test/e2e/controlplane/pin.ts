/** Writes go.mod and go.sum for every version in `versions.ts`: `node test/e2e/controlplane/pin.ts` after a change. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  certManagerModule,
  KUBERNETES_VERSIONS,
  kubernetesModule,
  kwokModule,
  type Module,
} from './versions.ts';

/** The root module names its staging modules at this version, which nobody publishes. */
const UNPUBLISHED = 'v0.0.0';

/** A staging module is published as v0.<minor>.<patch> of the Kubernetes it belongs to. */
function stagingVersion(version: string): string {
  return version.replace(/^v1\./, 'v0.');
}

function ownGoMod(module: Module, cwd: string): string {
  const answer = execFileSync('go', ['mod', 'download', '-json', `${module.path}@${module.version}`], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod' },
  });
  const parsed: unknown = JSON.parse(answer);
  if (
    typeof parsed === 'object' &&
    parsed !== null &&
    'GoMod' in parsed &&
    typeof parsed.GoMod === 'string'
  ) {
    return readFileSync(parsed.GoMod, 'utf8');
  }
  throw new Error(`go mod download told no GoMod for ${module.path}@${module.version}`);
}

function goMod(module: Module, upstream: string): string {
  const go = /^go (\S+)$/m.exec(upstream)?.[1] ?? '1.24.0';
  const staging = [...upstream.matchAll(/^\s*(k8s\.io\/\S+) (v\S+)$/gm)]
    .filter((match) => match[2] === UNPUBLISHED)
    .map((match) => `\t${match[1]} => ${match[1]} ${stagingVersion(module.version)}`);
  const tools = Object.values(module.programs).map((program) => `\t${program}`);
  return [
    `// Written by pin.ts from versions.ts. Only pins: nothing here is imported by Daemonward.`,
    `module daemonward.dev/e2e/${module.folder}`,
    `go ${go}`,
    ...(tools.length > 0 ? [`tool (\n${tools.join('\n')}\n)`] : []),
    `require ${module.path} ${module.version}`,
    ...(staging.length > 0 ? [`replace (\n${staging.join('\n')}\n)`] : []),
    '',
  ].join('\n\n');
}

for (const module of [...KUBERNETES_VERSIONS.map(kubernetesModule), kwokModule(), certManagerModule()]) {
  const folder = join(import.meta.dirname, module.folder);
  mkdirSync(folder, { recursive: true });
  console.log(`pinning ${module.path} ${module.version} in ${module.folder}`);
  writeFileSync(join(folder, 'go.mod'), `module daemonward.dev/e2e/${module.folder}\n`);
  writeFileSync(join(folder, 'go.mod'), goMod(module, ownGoMod(module, folder)));
  // Nothing is built of a module without programs, and tidying would take it out.
  const args = Object.keys(module.programs).length > 0 ? ['mod', 'tidy'] : ['mod', 'download', module.path];
  execFileSync('go', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
}
