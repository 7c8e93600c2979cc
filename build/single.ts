/** `npm run build:single`: Daemonward in one file, which runs wherever Node is and nothing else. */
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
export const SINGLE_FILE = join(ROOT, 'dist-single', 'daemonward.mjs');

function embedded(path: string): string {
  return JSON.stringify(readFileSync(join(ROOT, path), 'utf8'));
}

/** By path: all of it is text. */
function builtPage(): Record<string, string> {
  const folder = join(ROOT, 'dist', 'page');
  const paths = readdirSync(folder, { encoding: 'utf8', recursive: true });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** What the sources find beside themselves, and a single file has to carry: each must be there, or the build fails. */
const REPLACED: readonly { readonly file: string; readonly from: string; readonly to: () => string }[] = [
  {
    file: 'src/config/identity.ts',
    from: "readFileSync(new URL('../../package.json', import.meta.url), 'utf8')",
    to: () =>
      JSON.stringify(
        JSON.stringify({ version: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version }),
      ),
  },
  {
    file: 'src/config/schema/schema.ts',
    from: "fileURLToPath(new URL('../../../examples/cluster.yaml', import.meta.url))",
    to: () => `embeddedFile('cluster.yaml', () => ${embedded('examples/cluster.yaml')})`,
  },
  {
    file: 'src/cli/terminal/greeting.ts',
    from: "fileURLToPath(new URL('../../../examples/daemonset-review.json', import.meta.url))",
    to: () => `embeddedFile('daemonset-review.json', () => ${embedded('examples/daemonset-review.json')})`,
  },
  {
    file: 'src/server/page/page-files.ts',
    from: "fileURLToPath(new URL('../../../dist/page/', import.meta.url))",
    to: () => `embeddedFolder('page', () => (${JSON.stringify(builtPage())}))`,
  },
  {
    // The thread runs this same file, and is told which part of it.
    file: 'src/server/reading/reading-thread.ts',
    from: `new Worker(new URL(\`./\${this.#options.reader}.\${EXTENSION}\`, import.meta.url), {`,
    to: () => 'new Worker(new URL(import.meta.url), { argv: [this.#options.reader],',
  },
];

const EMBEDDED_FILE = join(ROOT, 'build', 'embedded-file.ts');

/** `done` is told of each file that was found. */
function carried(done: Set<string>): Plugin {
  return {
    name: 'carried-along',
    transform(code, id) {
      const replaced = REPLACED.find(({ file }) => id === join(ROOT, file));
      if (replaced === undefined) return null;
      if (!code.includes(replaced.from)) throw new Error(`${replaced.file} no longer has ${replaced.from}`);
      done.add(replaced.file);
      const to = replaced.to();
      const text = code.replace(replaced.from, () => to);
      const [name] = /^embedded\w+/.exec(to) ?? [];
      return name === undefined ? text : `import { ${name} } from ${JSON.stringify(EMBEDDED_FILE)};\n${text}`;
    },
  };
}

export async function buildSingle(output = SINGLE_FILE): Promise<number> {
  const done = new Set<string>();
  const bundle = await rolldown({
    input: join(ROOT, 'build', 'single-entry.ts'),
    platform: 'node',
    plugins: [carried(done)],
    logLevel: 'warn',
  });
  await bundle.write({
    file: output,
    format: 'esm',
    codeSplitting: false,
    minify: true,
    banner: '#!/usr/bin/env node',
    legalComments: 'none',
  });
  await bundle.close();
  const missed = REPLACED.filter(({ file }) => !done.has(file)).map(({ file }) => file);
  if (missed.length > 0) throw new Error(`no longer a part of the program: ${missed.join(', ')}`);
  chmodSync(output, 0o755);
  return statSync(output).size;
}

if (import.meta.main) {
  const bytes = await buildSingle();
  process.stdout.write(`${SINGLE_FILE}: ${(bytes / 1e6).toFixed(1)} MB\n`);
}
