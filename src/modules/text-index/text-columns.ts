import { stopWords, type Token, tokensOf, wordTerm } from './analyse.ts';
import { soundOf } from './sounds.ts';

/** What a product is found by. All texts as people wrote them. */
export type TextDocument = {
  name: string;
  brand: string | null;
  article: string | null;
  barcode: string | null;
  idcode: string;
  /** Names of its categories from the root to the main one. The same array (or an equal one) for all products of a category. */
  path: readonly string[];
  /** Attributes with their values and units: «Диаметр 125 мм», «Цвет Белый»; names of further categories. */
  values: readonly string[];
  /** products.search_text */
  text: string;
};

/**
 * The text of one segment. Rows are the documents in the order given. Strings of a dictionary lie end to end in UTF-16
 * (`…Chars`), the n-th from `…Offsets[n]` to `…Offsets[n + 1]`, sorted by code units.
 */
export type TextColumns = {
  size: Uint32Array;
  /** What documents are found by: stems, codes, sizes. */
  termChars: Uint16Array;
  termOffsets: Uint32Array;
  /** Term n stands in rows postings[postingOffsets[n]] … postings[postingOffsets[n + 1] - 1], ascending. */
  postingOffsets: Uint32Array;
  postings: Uint32Array;
  /** Beside each posting: where the term stands in the document, see `mark`. */
  marks: Uint8Array;
  /** Words as written, of letters only. */
  wordChars: Uint16Array;
  wordOffsets: Uint32Array;
  /** Which term the word is found by. */
  wordTerms: Uint32Array;
  /** In how many documents the word stands. */
  wordCounts: Uint32Array;
  /** Hash of how a word sounds → word; sorted by hash. */
  soundHashes: Uint32Array;
  soundWords: Uint32Array;
  /** Hash of a word's beginning with up to two letters left out → word; sorted by hash. */
  typoHashes: Uint32Array;
  typoWords: Uint32Array;
  /** Hash of an article, barcode or code without separators (53 bits) → row; sorted by hash. */
  keyHashes: Float64Array;
  keyRows: Uint32Array;
  /** How many paths there are. */
  pathCount: Uint32Array;
  /** Which path a row's category has; the paths are numbered as they come. */
  paths: Uint32Array;
  /** Path of rows runStarts[n] … runStarts[n + 1] - 1. */
  runStarts: Uint32Array;
  runPaths: Uint32Array;
  /** Term n names paths pathPostings[pathOffsets[n]] …; beside each: see `pathMark`. */
  pathOffsets: Uint32Array;
  pathPostings: Uint32Array;
  pathMarks: Uint8Array;
  /** How many words the name of a row has. */
  nameLengths: Uint8Array;
};

/** A mark: four bits for the place in the name (15: not in it), four for where else. */
export const mark = { brand: 1, value: 2, text: 4, complement: 8, noPlace: 15, brandPlace: 4 } as const;
/** A path's mark: two bits for the level (0: the main category itself), then head of the name, complement, and its words (up to 7). */
export const pathMark = { level: 3, head: 4, complement: 8, wordsShift: 4 } as const;

/** One segment's text from its documents, row by row. All of it is typed arrays, so that a thread can hand it over. */
export function buildText(documents: Iterable<TextDocument>): TextColumns {
  const terms = new Numbered();
  const words = new Numbered();
  const wordCounts: number[] = [];
  const postings = new Pairs();
  const rowEnds: number[] = [];
  const keyHashes: number[] = [];
  const keyRows: number[] = [];
  const paths = new PathTexts(terms, words, wordCounts);
  const rowPaths: number[] = [];
  const nameLengths: number[] = [];
  const seen: number[] = []; // term → place in `postings` of this row, plus one
  const seenFrom: number[] = []; // term → the row it was last seen in, plus one
  const compiled = new Map<string, Compiled>();
  let row = 0;

  const add = (term: number, where: number) => {
    if (seenFrom[term] !== row + 1) {
      seenFrom[term] = row + 1;
      seen[term] = postings.push(term, where);
      return;
    }
    const at = seen[term]!;
    const known = postings.marks[at]!;
    const isInName = known >> 4 !== mark.noPlace;
    const place = isInName ? known >> 4 : where >> 4;
    const flags = isInName ? known | (where & ~mark.complement) : known | where;
    postings.marks[at] = (place << 4) | (flags & 15);
  };
  // The same parts of names, values and texts stand in many products, and neighbours share most of them.
  const partOf = (text: string): Compiled => {
    let part = compiled.get(text);
    if (!part) {
      part = compile(text, terms, words);
      if (compiled.size >= maxCompiled) compiled.clear();
      compiled.set(text, part);
    }
    for (const word of part.words) wordCounts[word] = (wordCounts[word] ?? 0) + 1;
    return part;
  };
  const addAll = (text: string, where: number) => {
    for (const token of partOf(text).tokens) for (const term of token.terms) add(term, where);
  };

  for (const document of documents) {
    const path = paths.numberOf(document.path);
    const brandTerms = document.brand ? partOf(document.brand).tokens.flatMap((token) => token.terms) : [];
    let place = 0;
    let length = 0;
    for (const text of document.name.split(', ')) {
      for (const { terms: own, is_complement } of partOf(text).tokens) {
        // What stands before the brand says what the thing is; behind it come a proper name, sizes and colours.
        const isBrand = own.some((term) => brandTerms.includes(term));
        if (isBrand && place < mark.brandPlace) place = mark.brandPlace;
        else if (length > 0 && place === mark.brandPlace && !isBrand) place++;
        const where = (Math.min(place, 14) << 4) | (is_complement ? mark.complement : 0);
        for (const term of own) add(term, where);
        length++;
        if (place !== mark.brandPlace - 1 || brandTerms.length === 0) place++;
      }
    }
    nameLengths.push(Math.min(length, 255));
    if (document.brand) addAll(document.brand, (mark.noPlace << 4) | mark.brand);
    for (const value of document.values) addAll(value, (mark.noPlace << 4) | mark.value);
    // Articles and codes are found as such, categories by their path.
    for (const { terms: own } of partOf(withoutCodes(document)).tokens) {
      for (const term of own) if (!paths.has(path, term)) add(term, (mark.noPlace << 4) | mark.text);
    }
    // An article is often the code once more.
    const plainKeys = [document.article, document.barcode, document.idcode].map((key) => (key ? keyOf(key) : ''));
    for (const plain of new Set(plainKeys)) {
      if (plain.length < 2) continue;
      keyHashes.push(hash53(plain));
      keyRows.push(row);
    }
    rowPaths.push(path);
    rowEnds.push(postings.length);
    row++;
  }
  compiled.clear();
  return columnsOf({ terms, words, wordCounts, postings, rowEnds, keyHashes, keyRows, paths, rowPaths, nameLengths });
}

/** A text whose terms and words are numbered. */
type Compiled = { tokens: { terms: number[]; is_complement: boolean }[]; words: number[] };

const maxCompiled = 50_000;

function compile(text: string, terms: Numbered, words: Numbered): Compiled {
  const tokens = tokensOf(text);
  return {
    tokens: tokens.map((token) => ({
      terms: token.terms.map((term) => terms.numberOf(term)),
      is_complement: token.is_complement,
    })),
    words: numberWords(tokens, terms, words),
  };
}

function numberWords(tokens: Token[], terms: Numbered, words: Numbered): number[] {
  const own = tokens.flatMap((token) => token.words).filter((word) => !stopWords.has(word));
  for (const word of own) terms.numberOf(wordTerm(word));
  return own.map((word) => words.numberOf(word));
}

/** The text without what only this product has, so that it is read once for all its neighbours. */
function withoutCodes({ text, article, barcode }: TextDocument): string {
  let rest = text;
  for (const code of [article, barcode]) if (code) rest = rest.replace(code, ' ');
  return rest.replace(/(?<!\S)\d{6,}(?!\S)/g, ' ').trimEnd();
}

/** An article, barcode or code as it is compared: letters and digits, letters that look alike made one. */
export function keyOf(code: string): string {
  return twins(
    code
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replace(/[^0-9a-zа-я]/g, ''),
  );
}

const twinLetters = new Map([...'abekmhopctxy'].map((letter, at) => [letter, 'авекмнорстху'[at]!]));

function twins(text: string): string {
  if (!/[a-z]/.test(text)) return text;
  let result = '';
  for (const letter of text) result += twinLetters.get(letter) ?? letter;
  return result;
}

/** 53 bits of a text: two of three million articles fall together once in two thousand shops. */
export function hash53(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** FNV-1a of UTF-16 units. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Misprints allowed in a word: one from 4 letters, two from 8. */
export function allowedTypos(length: number): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

/** How much of a word's beginning is looked up with letters left out; what follows is compared afterwards. */
const typoPrefix = 7;

/** Hashes under which a word and its misspellings meet: its beginning with none, one and, in a long word, two letters left out. */
export function typoHashesOf(word: string): Set<number> {
  const start = word.slice(0, typoPrefix);
  const found = new Set([hash32(start)]);
  const level = word.length >= 7 ? 2 : 1;
  let shorter = new Set([start]);
  for (let step = 0; step < level; step++) {
    const next = new Set<string>();
    for (const text of shorter)
      for (let at = 0; at < text.length; at++) next.add(text.slice(0, at) + text.slice(at + 1));
    for (const text of next) found.add(hash32(text));
    shorter = next;
  }
  return found;
}

/** Strings numbered in the order they came. */
class Numbered {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  numberOf(text: string): number {
    let found = this.#numbers.get(text);
    if (found === undefined) {
      found = this.texts.length;
      this.#numbers.set(text, found);
      this.texts.push(text);
    }
    return found;
  }
}

/** Terms and marks of all rows, end to end; grows by doubling. */
class Pairs {
  terms = new Uint32Array(65_536);
  marks = new Uint8Array(65_536);
  length = 0;
  push(term: number, where: number): number {
    if (this.length === this.terms.length) {
      const terms = new Uint32Array(this.length * 2);
      terms.set(this.terms);
      this.terms = terms;
      const marks = new Uint8Array(this.length * 2);
      marks.set(this.marks);
      this.marks = marks;
    }
    this.terms[this.length] = term;
    this.marks[this.length] = where;
    return this.length++;
  }
}

/** The paths of categories met so far and the terms that name them. */
class PathTexts {
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
    return this.#terms[path]!.has(term);
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

type Raw = {
  terms: Numbered;
  words: Numbered;
  wordCounts: number[];
  postings: Pairs;
  rowEnds: number[];
  /** In the order of rows. */
  keyHashes: number[];
  keyRows: number[];
  paths: PathTexts;
  rowPaths: number[];
  nameLengths: number[];
};

function columnsOf(raw: Raw): TextColumns {
  const { terms, words, postings, rowEnds } = raw;
  const termOrder = sortedOrder(terms.texts);
  const termRank = rankOf(termOrder);
  const counts = new Uint32Array(termOrder.length + 1);
  for (let at = 0; at < postings.length; at++) counts[termRank[postings.terms[at]!]! + 1]! += 1;
  for (let at = 1; at < counts.length; at++) counts[at]! += counts[at - 1]!;
  const next = counts.slice();
  const rows = new Uint32Array(postings.length);
  const marks = new Uint8Array(postings.length);
  let at = 0;
  rowEnds.forEach((end, row) => {
    for (; at < end; at++) {
      const to = next[termRank[postings.terms[at]!]!]!++;
      rows[to] = row;
      marks[to] = postings.marks[at]!;
    }
  });

  const wordOrder = sortedOrder(words.texts);
  const wordTerms = new Uint32Array(wordOrder.length);
  const wordCounts = new Uint32Array(wordOrder.length);
  const sounds = new HashPairs(wordOrder.length);
  const typos = new HashPairs(wordOrder.length * 16);
  wordOrder.forEach((from, to) => {
    const word = words.texts[from]!;
    wordTerms[to] = termRank[terms.numberOf(wordTerm(word))]!;
    wordCounts[to] = raw.wordCounts[from] ?? 1;
    sounds.push(hash32(soundOf(word)), to);
    if (word.length >= 3) for (const hash of typoHashesOf(word)) typos.push(hash, to);
  });
  const [soundHashes, soundWords] = sounds.sorted();
  const [typoHashes, typoWords] = typos.sorted();
  const keyOrder = Uint32Array.from(raw.keyHashes.keys()).sort(
    (a, b) => raw.keyHashes[a]! - raw.keyHashes[b]! || a - b,
  );

  const paths = Uint32Array.from(raw.rowPaths);
  const runStarts: number[] = [];
  const runPaths: number[] = [];
  paths.forEach((path, row) => {
    if (row > 0 && path === paths[row - 1]) return;
    runStarts.push(row);
    runPaths.push(path);
  });
  const named = raw.paths.named
    .map((one) => ({ ...one, rank: termRank[one.term]! }))
    .sort((a, b) => a.rank - b.rank || a.path - b.path || (a.mark & pathMark.level) - (b.mark & pathMark.level));
  const pathOffsets = new Uint32Array(termOrder.length + 1);
  for (const { rank } of named) pathOffsets[rank + 1]! += 1;
  for (let at = 1; at < pathOffsets.length; at++) pathOffsets[at]! += pathOffsets[at - 1]!;

  return {
    size: Uint32Array.of(paths.length),
    ...stringsOf('term', terms.texts, termOrder),
    postingOffsets: counts,
    postings: rows,
    marks,
    ...stringsOf('word', words.texts, wordOrder),
    wordTerms,
    wordCounts,
    soundHashes,
    soundWords,
    typoHashes,
    typoWords,
    keyHashes: Float64Array.from(keyOrder, (at) => raw.keyHashes[at]!),
    keyRows: Uint32Array.from(keyOrder, (at) => raw.keyRows[at]!),
    pathCount: Uint32Array.of(raw.paths.count),
    paths,
    runStarts: Uint32Array.from([...runStarts, paths.length]),
    runPaths: Uint32Array.from(runPaths),
    pathOffsets,
    pathPostings: Uint32Array.from(named, ({ path }) => path),
    pathMarks: Uint8Array.from(named, ({ mark }) => mark),
    nameLengths: Uint8Array.from(raw.nameLengths),
  };
}

function sortedOrder(texts: string[]): Uint32Array {
  return Uint32Array.from(texts.keys()).sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : 0));
}

function rankOf(order: Uint32Array): Uint32Array {
  const rank = new Uint32Array(order.length);
  order.forEach((from, to) => {
    rank[from] = to;
  });
  return rank;
}

function stringsOf<Name extends string>(name: Name, texts: string[], order: Uint32Array) {
  const offsets = new Uint32Array(order.length + 1);
  order.forEach((from, to) => {
    offsets[to + 1] = offsets[to]! + texts[from]!.length;
  });
  const chars = new Uint16Array(offsets[order.length]!);
  order.forEach((from, to) => {
    const text = texts[from]!;
    for (let at = 0; at < text.length; at++) chars[offsets[to]! + at] = text.charCodeAt(at);
  });
  return { [`${name}Chars`]: chars, [`${name}Offsets`]: offsets } as {
    [key in `${Name}Chars`]: Uint16Array<ArrayBuffer>;
  } & { [key in `${Name}Offsets`]: Uint32Array<ArrayBuffer> };
}

/** Hash → number, to be sorted by hash. The hash stands above in one float, so that the sort is the array's own. */
class HashPairs {
  #packed: Float64Array;
  #length = 0;
  constructor(room: number) {
    this.#packed = new Float64Array(Math.max(16, room));
  }
  /** `number` below 2^21. */
  push(hash: number, number: number): void {
    if (this.#length === this.#packed.length) {
      const wider = new Float64Array(this.#length * 2);
      wider.set(this.#packed);
      this.#packed = wider;
    }
    this.#packed[this.#length++] = hash * 2_097_152 + number;
  }
  sorted(): [hashes: Uint32Array, numbers: Uint32Array] {
    const packed = this.#packed.subarray(0, this.#length).sort();
    const hashes = new Uint32Array(packed.length);
    const numbers = new Uint32Array(packed.length);
    for (let at = 0; at < packed.length; at++) {
      const value = packed[at]!;
      hashes[at] = Math.floor(value / 2_097_152);
      numbers[at] = value % 2_097_152;
    }
    return [hashes, numbers];
  }
}
