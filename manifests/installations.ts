/** The installations that manifests/ has a folder for. */
import { SERVICE_NAMESPACE } from '../src/config/identity.ts';
import { completedConfiguration, EMPTY_CONFIGURATION } from '../src/render/workload/configuration.ts';
import {
  IMAGE,
  type Installation,
  type Overlay,
  SCHEDULER_IMAGE,
  SCHEDULER_VERSION,
} from '../src/render/workload/installation.ts';

/** The plain one, or one with an overlay, with the default configuration. */
export function installation(...names: readonly Overlay[]): Installation {
  const overlays = new Set(names);
  const namespace = SERVICE_NAMESPACE;
  return {
    namespace,
    image: IMAGE,
    schedulerImage: `${SCHEDULER_IMAGE}:${SCHEDULER_VERSION}`,
    configuration: completedConfiguration(EMPTY_CONFIGURATION, overlays),
    overlays,
  };
}
