import { chunkReloadGuardMs } from '#shared/constants.ts';

const storageKey = 'shop:reload';

type Store = { getItem: (key: string) => string | null; setItem: (key: string, value: string) => void };

/**
 * May a failed chunk reload the page at this path now? At most once per 10 s for the same path, at once for another
 * (S4-19, S9-06); a yes is remembered. Storage that cannot be read or written must not stop the visitor: then it is a
 * yes.
 */
export function mayReload(path: string, store: Store, now: number): boolean {
  try {
    const record = JSON.parse(store.getItem(storageKey) ?? 'null') as { path?: string; expires?: number } | null;
    if (record?.path === path && (record.expires ?? 0) >= now) return false;
    store.setItem(storageKey, JSON.stringify({ path, expires: now + chunkReloadGuardMs }));
  } catch {
    // Broken record or forbidden storage.
  }
  return true;
}

/** The words browsers use for an import that failed. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload CSS/i.test(
      error.message,
    )
  );
}
