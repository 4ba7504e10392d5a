import { createCache } from '#platform/cache.ts';
import { ensure } from '#shared/ensure.ts';
import { tokensOf } from './analyse.ts';
import { columnsOf } from './building/lay-out-text.ts';
import { Numbered, Pairs } from './building/numbered.ts';
import { numberWords, PathTexts } from './building/path-texts.ts';
import { hash53, keyOf } from './hashes.ts';
import { mark, type TextColumns, type TextDocument } from './text-columns.ts';

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
  // The same parts of names, values and texts stand in many products, and neighbours share most of them.
  const compiled = createCache<string, Compiled>({ name: 'compiled_texts', max: maxCompiled });
  let row = 0;

  const add = (term: number, where: number) => {
    if (seenFrom[term] !== row + 1) {
      seenFrom[term] = row + 1;
      seen[term] = postings.push(term, where);
      return;
    }
    const at = ensure(seen[term]);
    const known = ensure(postings.marks[at]);
    const isInName = known >> 4 !== mark.noPlace;
    const place = isInName ? known >> 4 : where >> 4;
    const flags = isInName ? known | (where & ~mark.complement) : known | where;
    postings.marks[at] = (place << 4) | (flags & 15);
  };
  const partOf = (text: string): Compiled => {
    let part = compiled.use(text);
    if (!part) {
      part = compile(text, terms, words);
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

/** The text without what only this product has, so that it is read once for all its neighbours. */
function withoutCodes({ text, article, barcode }: TextDocument): string {
  let rest = text;
  for (const code of [article, barcode]) if (code) rest = rest.replace(code, ' ');
  return rest.replace(/(?<!\S)\d{6,}(?!\S)/g, ' ').trimEnd();
}
