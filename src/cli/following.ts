/** Settings made from a configuration that may change while the process runs. */
import type { Configuration } from '../config/schema.ts';

/**
 * The same object comes back while the configuration is the same. The flavor stays what it was at the start: the cluster
 * is still watched by it.
 */
export function following<T>(
  current: () => Configuration,
  make: (configuration: Configuration) => T,
): () => T {
  const { flavor } = current().cluster;
  let seen = current();
  let settings = make(seen);
  return () => {
    const configuration = current();
    if (configuration !== seen) {
      seen = configuration;
      settings = make({ ...configuration, cluster: { ...configuration.cluster, flavor } });
    }
    return settings;
  };
}
