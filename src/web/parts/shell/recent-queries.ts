const storageKey = 'recent-queries';
const shown = 5;

/** What was searched for on this device lately, newest first; kept in the browser only. */
export function recentQueries(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string').slice(0, shown) : [];
  } catch {
    return [];
  }
}

export function rememberQuery(query: string): void {
  const words = query.trim();
  if (words.length > 1) keep([words, ...withoutQuery(words)]);
}

export function forgetQuery(query: string): void {
  keep(withoutQuery(query));
}

function withoutQuery(query: string): string[] {
  return recentQueries().filter((other) => other.toLowerCase() !== query.toLowerCase());
}

function keep(queries: string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(queries.slice(0, shown)));
  } catch {
    // Storage is full or forbidden: nothing is remembered.
  }
}
