import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[]; isDynamicEntry?: boolean };

export type AdminWeight = {
  /** Scripts and styles of the first load. */
  first: number;
  /** What each part that is loaded when it is opened adds to that, by its source. */
  sections: Record<string, number>;
};

/** Bytes after gzip level 9, told by the build of the back office alone. */
export function adminWeight(folder: string): AdminWeight {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const known = new Map<string, number>();
  const weigh = (file: string) => {
    const bytes = known.get(file) ?? gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
    known.set(file, bytes);
    return bytes;
  };
  const first = filesOf('index.html');
  const parts = Object.entries(chunks).filter(([, { isDynamicEntry }]) => isDynamicEntry);
  return {
    first: sum(first),
    sections: Object.fromEntries(
      parts.map(([source]) => [source, sum(new Set([...filesOf(source)].filter((file) => !first.has(file))))]),
    ),
  };

  /** A chunk and all it imports at once. */
  function filesOf(source: string, met = new Set<string>()): Set<string> {
    const chunk = chunks[source];
    if (!chunk) throw new Error(`No ${source} in the build of admin/`);
    if (met.has(chunk.file)) return met;
    met.add(chunk.file);
    for (const style of chunk.css ?? []) met.add(style);
    for (const imported of chunk.imports ?? []) filesOf(imported, met);
    return met;
  }

  function sum(files: Set<string>): number {
    return [...files].reduce((total, file) => total + weigh(file), 0);
  }
}
