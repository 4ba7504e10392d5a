import { perObject } from '#shared/per-object.ts';
import { fold } from '../words.ts';

/** A found product; `brand` null: without one. */
export type FoundName = { name: string; brand: { name: string } | null };

type Beginning = { words: string; brand: string };

/**
 * Longer queries that surely find something: how the names of found goods begin, up to the brand or the first number,
 * with the brand where that is what was typed. `found` stands in the order of relevance: what the best goods are called
 * goes first, though others may be more.
 */
export function suggestedQueries(found: FoundName[], used: string): string[] {
  const weights = new Map<string, number>();
  const plain = fold(used);
  const typed = plain.split(' ').filter((word) => word.length > 1);
  for (const [at, one] of found.entries()) {
    const own = beginningOf(one);
    if (own.words === '') continue;
    const isOfBrand = typed.some((word) => begins(own.brand, word) && !begins(own.words, word));
    const query = isOfBrand ? `${own.words} ${own.brand}` : own.words;
    if (query !== plain) weights.set(query, (weights.get(query) ?? 0) + 1 / (at + 2));
  }
  return [...weights].sort(([a, x], [b, y]) => y - x || a.length - b.length).map(([query]) => query);
}

/** Some word of the text begins so. */
function begins(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(` ${word}`);
}

/** How a product's name begins, by the facts of its card: folding texts takes longer than finding the goods. */
const beginningOf = perObject(({ name, brand }: FoundName): Beginning => {
  const ofBrand = fold(brand?.name ?? '');
  const brandWords = new Set(ofBrand.split(' '));
  const words: string[] = [];
  for (const word of fold(name.replace(/,.*/s, '')).split(' ')) {
    if (words.length === 3 || /\d/.test(word) || brandWords.has(word)) break;
    words.push(word);
  }
  while (words.length > 1 && (words.at(-1)?.length ?? 0) < 4) words.pop();
  return { words: words.join(' '), brand: ofBrand };
});
