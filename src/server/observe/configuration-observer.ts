/** Counts and logs what becomes of the configuration file. */
import type { Logger } from 'pino';
import type { ConfigurationObserver } from '../../config/live.ts';
import type { Metrics } from './metrics.ts';

export function configurationObserver(log: Logger, metrics: Metrics): ConfigurationObserver {
  return {
    warned: (warning) => log.warn({ warning }, 'configuration warning'),
    applied: (file, { configuration, changed, needRestart, generation }, registered) => {
      metrics.configReloads.inc({ result: 'applied' });
      metrics.configGood.set(1);
      if (registered.length > 0) {
        log.warn(
          { file, changed: registered },
          'what is registered may be out of date, run daemonward apply',
        );
      }
      // By the old level: what has to be restarted for must not be lost to a new one.
      const level = needRestart.length > 0 ? 'warn' : 'info';
      log[level]({ file, generation, changed, needRestart }, 'configuration applied');
      log.level = configuration.log.level;
    },
    refused: (file, problems) => {
      metrics.configReloads.inc({ result: 'refused' });
      metrics.configGood.set(0);
      log.error({ file, problems }, 'configuration refused, last good one kept');
    },
  };
}
