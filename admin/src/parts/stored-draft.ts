const longestMs = 7 * 86_400_000;

/** Stores what was typed and not saved in this browser for seven days; null: nothing is left to store. */
export function storeDraft(key: string, draft: object | null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() }));
    else localStorage.removeItem(key);
  } catch {
    // A browser that stores nothing: what was typed lives as long as the page.
  }
}

/** What `storeDraft` stored under the key; null: nothing, or longer than seven days ago. */
export function storedDraft(key: string): object | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('at' in stored) || typeof stored.at !== 'number')
      return null;
    if (Date.now() - stored.at < longestMs) return stored;
    localStorage.removeItem(key);
  } catch {
    // Nothing that can be read is nothing.
  }
  return null;
}
