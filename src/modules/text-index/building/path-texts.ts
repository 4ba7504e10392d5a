import { stopWords, type Token, tokensOf, wordTerm } from '../analyse.ts';
import { pathMark } from '../text-columns.ts';
import type { Numbered } from './numbered.ts';

/** The paths of categories met so far and the terms that name them. */
export class PathTexts {
  readonly named: { path: number; term: number; mark: number }[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #terms: Set<number>[] = [];
  #last: { path: readonly string[]; number: number } | null = null;
  readonly #allTerms: Numbered;
  readonly #words: Numbered;
  readonly #wordCounts: number[];
  constructor(terms: Numbered, words: Numbered, wordCounts: number[]) {
    this.#allTerms = terms;
    this.#words = words;
    this.#wordCounts = wordCounts;
  }
  numberOf(path: readonly string[]): number {
    if (this.#last?.path === path) return this.#last.number;
    const key = path.join('\u0001');
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#terms.length;
      this.#numbers.set(key, number);
      this.#read(path, number);
    }
    this.#last = { path, number };
    return number;
  }
  get count(): number {
    return this.#terms.length;
  }
  has(path: number, term: number): boolean {
    return this.#terms[path]?.has(term) ?? false;
  }
  #read(path: readonly string[], number: number): void {
    const own = new Set<number>();
    this.#terms.push(own);
    path.toReversed().forEach((name, up) => {
      const tokens = tokensOf(name);
      // «Для стирки»: all of it is what the goods are for.
      if (tokens[0]?.is_complement) for (const token of tokens) token.is_complement = false;
      const head = headOf(tokens);
      const words = Math.min(7, tokens.length);
      for (const word of numberWords(tokens, this.#allTerms, this.#words)) this.#wordCounts[word] ??= 1;
      tokens.forEach((token, at) => {
        const flags = (at === head ? pathMark.head : 0) | (token.is_complement ? pathMark.complement : 0);
        for (const text of token.terms) {
          const term = this.#allTerms.numberOf(text);
          own.add(term);
          this.named.push({ path: number, term, mark: Math.min(3, up) | flags | (words << pathMark.wordsShift) });
        }
      });
    });
  }
}

/** Which word of a category's name says what is in it: the first that is no adjective. */
function headOf(tokens: Token[]): number {
  const found = tokens.findIndex(
    (token) => !token.is_complement && token.kind === 'word' && !/(?:ый|ий|ой|ая|яя|ое|ее|ые|ие)$/.test(token.text),
  );
  return Math.max(0, found);
}

export function numberWords(tokens: Token[], terms: Numbered, words: Numbered): number[] {
  const own = tokens.flatMap((token) => token.words).filter((word) => !stopWords.has(word));
  for (const word of own) terms.numberOf(wordTerm(word));
  return own.map((word) => words.numberOf(word));
}
