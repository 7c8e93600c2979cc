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

const { run } = await import('./cli/run.ts');
const { STOP_SIGNALS } = await import('./cli/command.ts');

process.exitCode = await run(process.argv.slice(2), {
  nodeVersion: process.versions.node,
  environment: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  onStopSignal: (listener) => {
    for (const signal of STOP_SIGNALS) process.on(signal, listener);
    return () => {
      for (const signal of STOP_SIGNALS) process.off(signal, listener);
    };
  },
});
