import { fold } from '../search-words.ts';

/** Longer queries that surely find something: how the names of found goods begin, up to the brand or the first number. The commonest first. */
export function suggestedQueries(found: { name: string; brand: string | null }[], used: string): string[] {
  const counts = new Map<string, number>();
  for (const { name, brand } of found) {
    const brandWords = new Set(fold(brand ?? '').split(' '));
    const words: string[] = [];
    for (const word of fold(name.split(',')[0]!).split(' ')) {
      if (words.length === 3 || /\d/.test(word) || brandWords.has(word)) break;
      words.push(word);
    }
    while (words.length > 1 && words.at(-1)!.length < 4) words.pop();
    const query = words.join(' ');
    if (query !== '' && query !== fold(used)) counts.set(query, (counts.get(query) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || a.length - b.length).map(([query]) => query);
}
