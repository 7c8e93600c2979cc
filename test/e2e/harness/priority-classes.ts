/** Priority classes: how urgent a pod is, and whether it may evict others. */
import type { Client, KubeObject } from './client.ts';

const PATH = '/apis/scheduling.k8s.io/v1/priorityclasses';

export interface Urgency {
  value: number;
  /** Left out: it may, as Kubernetes has it. */
  preemptionPolicy?: 'Never' | 'PreemptLowerPriority';
}

interface PriorityClass extends KubeObject, Urgency {}

export async function createPriorityClass(client: Client, name: string, urgency: Urgency): Promise<void> {
  const metadata = { name };
  const kind = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass' };
  await client.create<PriorityClass>(PATH, { ...kind, metadata, ...urgency });
}

export async function deletePriorityClass(client: Client, name: string): Promise<void> {
  await client.delete(`${PATH}/${name}`);
}
