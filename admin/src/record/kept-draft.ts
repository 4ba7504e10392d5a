import type { Fields } from './merge-fields.ts';

/** What was typed and not saved, with what the record was then. */
export type KeptDraft = { base: Fields; mine: Fields };

const keptMs = 7 * 86_400_000;

/** Kept in this browser for seven days, for each person and record. */
export function keepDraft(key: string, draft: KeptDraft | null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() }));
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing: the fields live as long as the page.
  }
}

export function readDraft(key: string): KeptDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isStored(stored)) return null;
    if (Date.now() - stored.at < keptMs) return { base: stored.base, mine: stored.mine };
    localStorage.removeItem(key);
  } catch {
    // Nothing that can be read is nothing.
  }
  return null;
}

function isStored(value: unknown): value is KeptDraft & { at: number } {
  if (typeof value !== 'object' || value === null) return false;
  return 'at' in value && typeof value.at === 'number' && 'base' in value && 'mine' in value;
}
