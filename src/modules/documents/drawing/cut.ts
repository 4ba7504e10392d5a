import type { Paper } from './paper.ts';

/** As much of it as fits into the height: whole words, of a single long one its beginning. */
export function cut(paper: Paper, words: string, options: { width: number; size: number }, most: number): string {
  const fits = (text: string) => paper.heightOf(text, options) <= most;
  if (fits(words)) return words;
  const parts = words.split(' ');
  while (parts.length > 1 && !fits(`${parts.join(' ')}…`)) parts.pop();
  let left = parts.join(' ');
  while (left.length > 1 && !fits(`${left}…`)) left = left.slice(0, -1);
  return `${left}…`;
}
