/** package-lock.json: which packages it holds, which of them are shipped, and which lack a checksum. */

export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  /** Needed by a tool of ours, and optional for something that runs: `npm ci --omit=dev` leaves it out. */
  readonly devOptional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  /** By path; the project itself stands under the empty one. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface PackagePlace extends LockedPackage {
  /** Such as `node_modules/fastify/node_modules/pino`. */
  readonly path: string;
  readonly name: string;
}

const FOLDER = 'node_modules/';

/** Every package but the project itself. */
export function lockedPackages({ packages }: LockFile): PackagePlace[] {
  return Object.entries(packages).flatMap(([path, entry]) =>
    path === '' ? [] : [{ ...entry, path, name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length) }],
  );
}

/** Those that `npm ci --omit=dev` installs: they are shipped in the image. */
export function shippedPackages(lock: LockFile): PackagePlace[] {
  return lockedPackages(lock).filter(({ dev, devOptional }) => dev !== true && devOptional !== true);
}

export function withoutIntegrity(lock: LockFile): PackagePlace[] {
  return lockedPackages(lock).filter(({ integrity }) => integrity === undefined);
}

/** The lock file with further checksums, by path; every other byte stays, so that npm has nothing to rewrite. */
export function withIntegrity<L extends LockFile>(lock: L, checksums: ReadonlyMap<string, string>): L {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const integrity = checksums.get(path);
    if (integrity === undefined) return [path, entry] as const;
    // npm writes it right after the version.
    const { version, ...others } = entry;
    return [path, { version, integrity, ...others }] as const;
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** The lock file as if there were no tools of ours. */
export function shippedOnly<L extends LockFile>(lock: L): L {
  const shipped = new Set(['', ...shippedPackages(lock).map(({ path }) => path)]);
  const packages = Object.entries(lock.packages)
    .filter(([path]) => shipped.has(path))
    .map(([path, { devDependencies: _, ...entry }]) => [path, entry] as const);
  return { ...lock, packages: Object.fromEntries(packages) };
}
