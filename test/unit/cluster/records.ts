/** Short ways to make Kubernetes objects and stores for the tests of the cluster view. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createProjector } from '../../../src/cluster/projection/projector.ts';
import type { ObjectKind, RecordOf } from '../../../src/cluster/records.ts';
import { ClusterStore } from '../../../src/cluster/store/store.ts';
import type { ClusterView } from '../../../src/cluster/view.ts';

const projector = createProjector();

/** The record of an object that must be good. */
export function project<K extends ObjectKind>(kind: K, value: unknown): RecordOf[K] {
  const projected = projector[kind](value);
  if (!projected.ok) throw new Error(projected.error);
  return projected.record;
}

export function problemOf(kind: ObjectKind, value: unknown): string {
  const projected = projector[kind](value);
  return projected.ok ? 'no problem' : projected.error;
}

export function node(name: string, allocatable: object = {}, more: object = {}): RecordOf['nodes'] {
  return project('nodes', { metadata: { name }, status: { allocatable }, ...more });
}

interface PodParts {
  readonly requests?: object;
  readonly phase?: string;
  readonly uid?: string;
  readonly metadata?: object;
  /** What else its status says. */
  readonly status?: object;
}

/** The status of a pod whose node has granted this to its only container, by what it says of a pending resize. */
export function granted(requests: object, pending?: 'Deferred' | 'Infeasible'): object {
  return {
    conditions: pending === undefined ? [] : [{ type: 'PodResizePending', status: 'True', reason: pending }],
    containerStatuses: [{ name: 'main', allocatedResources: requests, resources: { requests } }],
  };
}

export function podObject(name: string, nodeName: string, parts: PodParts = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', name, uid: parts.uid ?? `uid-${name}`, ...parts.metadata },
    spec: { nodeName, containers: [{ name: 'main', resources: { requests: parts.requests ?? {} } }] },
    status: { phase: parts.phase ?? 'Running', ...parts.status },
  };
}

export function pod(name: string, nodeName: string, parts: PodParts = {}): RecordOf['pods'] {
  return project('pods', podObject(name, nodeName, parts));
}

export function emptyStore(): ClusterStore {
  return new ClusterStore({ kind: 'snapshot', detail: 'a test' });
}

/** What one node has of a resource: `[allocatable, requested, free]`. */
export function account(view: ClusterView, nodeName: string, resource: string): unknown[] {
  const column = view.column(resource);
  const number = view.nodeNumber(nodeName);
  return [column?.allocatable[number], column?.requested[number], column?.free[number]];
}

/** Files with these texts, gone after the test. */
export function files(...texts: readonly (string | Buffer)[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-snapshot-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return texts.map((text, index) => {
    const path = join(folder, `file-${index}`);
    writeFileSync(path, text);
    return path;
  });
}
