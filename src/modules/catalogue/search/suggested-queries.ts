import { fold } from '../search-words.ts';

/** A found product; `brand` null: without one. */
export type FoundName = { name: string; brand: { name: string } | null };

/** How a product's name begins, by the facts of its card: folding texts takes longer than finding the goods. */
const beginnings = new WeakMap<FoundName, string>();

/** Longer queries that surely find something: how the names of found goods begin, up to the brand or the first number. The commonest first. */
export function suggestedQueries(found: FoundName[], used: string): string[] {
  const counts = new Map<string, number>();
  const plain = fold(used);
  for (const one of found) {
    const query = beginnings.get(one) ?? beginningOf(one);
    beginnings.set(one, query);
    if (query !== '' && query !== plain) counts.set(query, (counts.get(query) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || a.length - b.length).map(([query]) => query);
}

function beginningOf({ name, brand }: FoundName): string {
  const brandWords = new Set(fold(brand?.name ?? '').split(' '));
  const words: string[] = [];
  for (const word of fold(name.split(',')[0]!).split(' ')) {
    if (words.length === 3 || /\d/.test(word) || brandWords.has(word)) break;
    words.push(word);
  }
  while (words.length > 1 && words.at(-1)!.length < 4) words.pop();
  return words.join(' ');
}
