/** `daemonward serve` */
import { ClusterAccessError } from '../cluster/api/connection.ts';
import { isStartError, runService } from '../server/run.ts';
import { CONFIG_FLAG, type Command, CommandError, EXIT, switchFlag, valueFlag } from './command.ts';
import { configurationFrom, withServeFlags } from './flags/configuration.ts';
import { greeting } from './terminal/greeting.ts';
import { hasColours } from './terminal/screen.ts';

export const serve: Command = {
  details:
    'With no configuration it watches the cluster of your kubeconfig or of its pod, with certificates that it makes itself,\n' +
    'and prints lines to try; exit code 3 when there is none, or it cannot be used. SIGTERM drains (server.drainSeconds)\n' +
    'and ends it with exit code 0.',
  options: {
    config: CONFIG_FLAG,
    snapshot: valueFlag('FILE', 'a cluster snapshot instead of any cluster', { multiple: true }),
    example: switchFlag(
      'the example cluster that ships with Daemonward, whatever else there is; everybody may call',
    ),
    port: valueFlag('PORT', 'instead of server.port; 0 takes any free one'),
    'ops-port': valueFlag('PORT', 'instead of ops.port'),
  },
  examples: [
    ['daemonward serve --example', 'the example cluster, with lines to try'],
    ['daemonward serve --snapshot cluster.yaml --port 9443', 'a cluster from a file'],
    ['daemonward serve --config daemonward.yaml', 'as it runs in a cluster'],
  ],
  async run(args, terminal) {
    const start = configurationFrom(args);
    const configuration = withServeFlags(start.configuration, args, terminal.environment);
    try {
      await runService({
        start: { ...start, configuration },
        environment: terminal.environment,
        nodeVersion: terminal.nodeVersion,
        logsToScreen: terminal.errIsScreen,
        colours: hasColours(args, terminal, terminal.errIsScreen),
        onStopSignal: terminal.onStopSignal,
        serving: (parts) => terminal.out(greeting(parts)),
      });
      return EXIT.fine;
    } catch (error) {
      if (!isStartError(error)) throw error;
      const code = error instanceof ClusterAccessError ? EXIT.unreachable : EXIT.usage;
      throw new CommandError(`daemonward: serve: ${error.message}`, code);
    }
  },
};
