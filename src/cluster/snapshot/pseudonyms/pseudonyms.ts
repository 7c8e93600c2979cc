/** Stable pseudonyms for names: the same key and the same name give the same one, and nobody without the key gets back. */
import { createHmac } from 'node:crypto';
import { ARKTOS_SYSTEM } from '../../../kube/flavor.ts';
import { ANY_ADDRESS } from '../../../kube/host-ports.ts';
import { isSystemPriorityClass } from '../../../kube/priority.ts';
import type { KnownNames } from './known-names.ts';

/** In hexadecimal: 150,000 pods have two of one name in one of a million snapshots. */
const DIGITS = 16;

/** Where people put what is nobody's in particular. */
const DEFAULT_NAMESPACE = 'default';

/** Groups of Kubernetes itself; `apps.kruise.io` has DaemonSets that rules know. */
const PUBLIC_GROUP = /^(?:apps|batch|autoscaling|policy|extensions|apps\.kruise\.io|.*\.k8s\.io|)$/;

/** Resources of Kubernetes itself, and of those who make devices. */
const PUBLIC_RESOURCE =
  /^(?:[^/]+|(?:.*\.)?(?:kubernetes\.io|k8s\.io|nvidia\.com|amd\.com|intel\.com|google\.com|amazonaws\.com)\/.*)$/;

/** Labels whose values are of a few public words. */
const PUBLIC_LABEL =
  /^(?:(?:beta\.)?kubernetes\.io\/(?:os|arch)|(?:node|beta)\.kubernetes\.io\/instance-type|node-role\.kubernetes\.io\/.*)$/;

/** No names, and numbers are compared. */
const PLAIN_VALUE = /^(?:|true|false|-?\d+)$/;

const HOSTNAME_LABEL = 'kubernetes.io/hostname';

export class Pseudonyms {
  readonly known: KnownNames;
  readonly #key: Buffer;

  constructor(key: Buffer, known: KnownNames) {
    this.#key = key;
    this.known = known;
  }

  node(name: string): string {
    return this.#named('node', name);
  }

  pod(name: string): string {
    return this.#named('pod', name);
  }

  namespace(name: string): string {
    const stays = name === DEFAULT_NAMESPACE || this.known.namespace(name);
    return stays ? name : this.#named('namespace', name);
  }

  tenant(name: string): string {
    return name === ARKTOS_SYSTEM || this.known.tenant(name) ? name : this.#named('tenant', name);
  }

  /** The value of an annotation: Rancher writes `cluster:project`, and the project alone may be the platform's own. */
  project(value: string): string {
    const end = value.indexOf(':');
    const project = value.slice(end + 1);
    const isKnown = end >= 0 && !this.known.tenant(value) && this.known.tenant(project);
    return isKnown ? `${this.#named('cluster', value.slice(0, end))}:${project}` : this.tenant(value);
  }

  daemonSet(name: string): string {
    return this.known.daemonSet(name) ? name : this.#named('daemonset', name);
  }

  priorityClass(name: string): string {
    const stays = isSystemPriorityClass(name) || this.known.priorityClass(name);
    return stays ? name : this.#named('class', name);
  }

  runtimeClass(name: string): string {
    return this.#named('runtime', name);
  }

  /** Of pods that are to start together. */
  group(name: string): string {
    return this.#named('group', name);
  }

  limitRange(name: string): string {
    return this.#named('limits', name);
  }

  order(name: string): string {
    return this.#named('order', name);
  }

  scheduler(name: string): string {
    return this.known.scheduler(name) ? name : this.#named('scheduler', name);
  }

  resource(name: string): string {
    if (PUBLIC_RESOURCE.test(name) || this.known.resource(name)) return name;
    return `${this.#named('devices', name)}.example/device`;
  }

  /** A value of a label, in an object or in what selects one. */
  labelValue(key: string, value: string): string {
    if (key === HOSTNAME_LABEL) return this.node(value);
    return PUBLIC_LABEL.test(key) || PLAIN_VALUE.test(value) ? value : this.#named('value', value);
  }

  /** As long as a real one, and as alike to another. */
  uid(uid: string): string {
    if (uid === '') return '';
    const digits = this.#digest('uid', uid);
    return [8, 12, 16, 20, 32].map((end, at) => digits.slice([0, 8, 12, 16, 20][at], end)).join('-');
  }

  address(address: string): string {
    if (address === ANY_ADDRESS) return address;
    const digits = this.#digest('address', address);
    // What is set apart for documentation (RFC 3849).
    return `2001:db8:${[0, 4, 8, 12].map((at) => digits.slice(at, at + 4)).join(':')}::1`;
  }

  /** What controls a pod: its kind tells of whose making it is, where the group is nobody's. */
  owner({ group, kind, name }: { readonly group: string; readonly kind: string; readonly name: string }) {
    if (kind === 'Node' && group === '') return { group, kind, name: this.node(name) };
    if (kind === 'DaemonSet' && group === 'apps') return { group, kind, name: this.daemonSet(name) };
    if (PUBLIC_GROUP.test(group)) return { group, kind, name: this.#named('owner', name) };
    return {
      group: `${this.#named('group', group)}.example`,
      kind: 'Workload',
      name: this.#named('owner', name),
    };
  }

  #named(kind: string, name: string): string {
    return name === '' ? '' : `${kind}-${this.#digest(kind, name).slice(0, DIGITS)}`;
  }

  #digest(kind: string, name: string): string {
    return createHmac('sha256', this.#key).update(`${kind}\0${name}`).digest('hex');
  }
}
