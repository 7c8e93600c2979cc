/** Says which caBundles are written, and which webhooks are left to somebody else. */
import type { Logger } from 'pino';
import type { BundleReport } from '../writer/ca-bundles.ts';

export function bundleObserver(log: Logger): BundleReport {
  const told = new Map<string, string>();
  return {
    wrote: (registration) => log.info({ registration }, 'caBundle written'),
    failed: (registration, detail) => log.warn({ registration, detail }, 'caBundle not written'),
    // Looked at every few seconds: told when it changes.
    left: (registration, webhooks) => {
      const words = webhooks.join();
      if (words !== (told.get(registration) ?? '') && words !== '')
        log.warn(
          { registration, webhooks },
          'webhooks lead to another installation, their caBundle is left alone',
        );
      told.set(registration, words);
    },
  };
}
