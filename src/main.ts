#!/usr/bin/env node
/** Arguments in, exit code out. The only file that touches the process. */

/** What `@kubernetes/client-node` 2 needs, and the `engines` of package.json. */
const OLDEST_NODE = [22, 19] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  process.stderr.write(
    `daemonward: Node ${OLDEST_NODE.join('.')} or newer is needed, this is ${process.versions.node}\n`,
  );
  process.exit(2);
}

// Whoever reads the output may leave first (`| head`, a log collector): no reason to die, and nobody is left to tell.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const { run } = await import('./cli/run.ts');
const { calledAs } = await import('./cli/terminal/called-as.ts');
const { STOP_SIGNALS } = await import('./cli/command.ts');

const { program, argv } = calledAs(process.argv[1] ?? '', process.argv.slice(2));

process.exitCode = await run(argv, {
  program,
  nodeVersion: process.versions.node,
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  errIsScreen: process.stderr.isTTY === true,
  outIsScreen: process.stdout.isTTY === true,
  columns: process.stdout.columns,
  input: readInput,
  onStopSignal: (listener) => {
    for (const signal of STOP_SIGNALS) process.on(signal, listener);
    return () => {
      for (const signal of STOP_SIGNALS) process.off(signal, listener);
    };
  },
});

async function readInput(most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
