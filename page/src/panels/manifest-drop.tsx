/** A manifest that is dropped anywhere on the page is read here, and sent nowhere but to the service itself. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export interface Manifest {
  readonly name: string;
  /** Null when the file is too large, or cannot be read. */
  readonly text: string | null;
}

/** As the service takes: nobody writes more by hand. */
const LARGEST_BYTES = 2 * 1024 * 1024;

export async function readManifest(file: File): Promise<Manifest> {
  const text = file.size > LARGEST_BYTES ? null : await file.text().catch(() => null);
  return { name: file.name, text };
}

interface ManifestDropProps {
  onManifest(manifest: Manifest): void;
  readonly children: ComponentChildren;
}

export function ManifestDrop({ onManifest, children }: ManifestDropProps) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const ends = new AbortController();
    const listen = (name: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      addEventListener(name, listener, { signal: ends.signal });
    listen('dragover', (event) => {
      event.preventDefault();
      setIsOver(true);
    });
    // Of the window, and not from one part of it to another.
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setIsOver(false);
    });
    listen('drop', (event) => {
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void readManifest(file).then(onManifest);
    });
    return () => ends.abort();
  }, []);
  return (
    <div class="page">
      {children}
      {isOver && <div class="drop-here">Drop it: what would this DaemonSet do?</div>}
    </div>
  );
}
