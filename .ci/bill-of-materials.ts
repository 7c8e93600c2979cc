/** What `npm sbom` gives, made complete: a name of its own, Node where it is shipped, and the same bytes every time. */
import { createHash } from 'node:crypto';

/** A CycloneDX document as far as we read it. https://cyclonedx.org/docs/1.5/json/ */
export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber?: string;
  readonly metadata: {
    readonly timestamp?: string;
    readonly component: Component & { readonly type: string };
  };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

export interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

export interface Completion {
  /** npm names the project after its folder. */
  readonly name: string;
  readonly madeAt: Date;
  /** Which Node is shipped with it; none for the package, whose users bring their own. */
  readonly nodeVersion?: string;
}

export function completed<B extends BillOfMaterials>(bill: B, { name, madeAt, nodeVersion }: Completion): B {
  const own = { ...bill.metadata.component, name };
  const metadata = { ...bill.metadata, timestamp: madeAt.toISOString(), component: own };
  const node = nodeVersion === undefined ? [] : [nodeComponent(nodeVersion)];
  const components = [...bill.components, ...node];
  const dependencies = bill.dependencies.map(({ ref, dependsOn }) =>
    ref === own['bom-ref'] ? { ref, dependsOn: [...dependsOn, ...node.map(refOf)] } : { ref, dependsOn },
  );
  const all = [...dependencies, ...node.map((component) => ({ ref: refOf(component), dependsOn: [] }))];
  const content = { ...bill, metadata, components, dependencies: all };
  return { ...content, serialNumber: serialNumber(content) };
}

function refOf(component: Component): string {
  return component['bom-ref'];
}

/** Scanners know Node by its CPE. */
function nodeComponent(version: string): Component & Readonly<Record<string, unknown>> {
  return {
    'bom-ref': `node@${version}`,
    type: 'platform',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: 'MIT' } }],
  };
}

/** A UUID of the content instead of a random one, so that the same content has the same name (RFC 9562, version 8). */
function serialNumber({ serialNumber: _, ...content }: BillOfMaterials): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}
