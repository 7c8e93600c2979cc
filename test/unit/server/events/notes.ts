/** Notes as the service makes them. */
import type { EventNote } from '../../../../src/server/events/event-note.ts';

export function refused(name = 'agent', namespace = 'shop', more: Partial<EventNote> = {}): EventNote {
  return {
    about: { apiVersion: 'apps/v1', kind: 'DaemonSet', namespace, name, uid: `uid-of-${name}` },
    type: 'Warning',
    reason: 'Refused',
    action: 'Update',
    message: 'update refused: DW101 not yours',
    isKnownToAll: false,
    ...more,
  };
}
