import { folded } from '#shared/folded.ts';

export type Part = { part: string; at: number; isMarked: boolean };

/**
 * `text` cut so that the beginnings of its words that `words` begins with are marked: «штук гипс» in «Штукатурка
 * гипсовая» marks «Штук» and «гипс». Case and ё/е do not matter; letters stay as they were.
 */
export function markedParts(text: string, words: string): Part[] {
  const starts = foldedLetters(words)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const parts: Part[] = [];
  const add = (part: string, at: number, isMarked: boolean) => {
    if (part !== '') parts.push({ part, at, isMarked });
  };
  let done = 0;
  for (const { 0: word, index } of foldedLetters(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    const start = Math.max(
      0,
      ...starts.filter((candidate) => word.startsWith(candidate)).map((candidate) => candidate.length),
    );
    if (start === 0) continue;
    add(text.slice(done, index), done, false);
    add(text.slice(index, index + start), index, true);
    done = index + start;
  }
  add(text.slice(done), done, false);
  return parts;
}

/** Letter for letter, so that places agree with the text's own. */
function foldedLetters(text: string): string {
  return [...text].map((letter) => (folded(letter).length === letter.length ? folded(letter) : letter)).join('');
}
