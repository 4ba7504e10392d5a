import { articleKey } from '#modules/catalogue/article-key.ts';
import { availableSql, isOnSale, offerJoins, priceContextStatement } from '#modules/catalogue/offers.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { type GoodsByWords, goodsByWords, type Holder } from '#modules/search/goods-by-words.ts';
import { correctMisprints, fold, wordsOf } from '#modules/search/words.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';
import { expandShort, isUsualKind } from './builders-words.ts';
import { compareMeasures, type Measure, measuresOf } from './measures.ts';
import { type Confidence, estimateLimits } from './schema.ts';
import { sayingWords } from './words-of-line.ts';

export type Match = {
  confidence: Confidence;
  /** Product ids, the best first; empty only for `none`. */
  candidates: number[];
  /**
   * The first is such a thing itself. False: the words stand in its name or category only as what it is for («Гель для
   * унитаза»): it may be offered, never chosen.
   */
  is_such: boolean;
};

/** What a name consists of once it is understood in one way. */
type Wanted = {
  /** Its words that say something, abbreviations written out, as they stand in the line. */
  words: string[];
  /** Terms that some product has, the rarest first, with what each tells (more for a rare one). */
  known: { term: string; weight: number }[];
  /** What the words no product has would have told. */
  unknownWeight: number;
  measures: Measure[];
  /** A synonym stands in the place of a word. */
  is_synonym: boolean;
};

type Found = {
  id: number;
  name: string;
  popularity: number;
  available: number | null;
  min_count: number;
  price: number | null;
} & Pick<Holder, 'held' | 'named' | 'is_named_so'>;

type Scored = Found & {
  /** It is such a thing itself, not one made for it or called after it. */
  is_such: boolean;
  score: number;
  text: number;
  measures: ReturnType<typeof compareMeasures>;
  can_be_bought: boolean;
};

/** As sure as this share of what is written, and no measure against it. */
const sureText = 0.85;
/** Below it a likeness says nothing. */
const leastText = 0.34;
/** Of so many products that hold the words the likeness is weighed. */
const mostWeighed = 400;
/** What a synonym leads to is a little less than what is written. */
const synonymWeight = 0.9;
/** So many ways to understand a line are tried. */
const mostReadings = 4;
/** Scores nearer than this are equal: size and colour decide nothing then, the person does. */
const sameScore = 0.03;

/**
 * The products that lines mean, in the order given. An article, barcode or code is believed; else words in any form
 * (misprints, builders' abbreviations and the branch's synonyms understood) find candidates, the rarer word weighing
 * more, and sizes and masses tell them apart. Nothing is guessed silently: each match says how sure it is.
 */
export async function matchLines(db: Db, priceContext: PriceContext, names: string[]): Promise<Match[]> {
  const goods = await goodsByWords(db, priceContext.department_id_1c);
  const matches: Match[] = [];
  for (const name of names) {
    const readings = readingsOf(await correctMisprints(db, expandShort(fold(name))), goods);
    matches.push((await matchByCode(db, name)) ?? (await matchByWords(db, priceContext, goods, readings)));
  }
  return matches;
}

const selectByCode = preparedStatement<{ id: number }>(
  'estimate_code',
  `select id from products
  where switched_off_at is null and (article_key = any($1::text[]) or barcode = any($1::text[]) or idcode = any($1::text[]))
  order by popularity desc, id limit 7`,
);

/** A word of five letters and digits or more that is some product's article, barcode or code. */
async function matchByCode(db: Db, name: string): Promise<Match | null> {
  const codes = [...new Set(name.split(/[\s,;()]+/).map(articleKey))].filter(
    (code) => code.length >= 5 && /\d/.test(code) && !/^\d+(?:[.,]\d+)?(?:мм|см|кг|мл|вт|шт|л|м)$/.test(code),
  );
  if (codes.length === 0) return null;
  const rows = await selectByCode(db, [codes]);
  if (rows.length === 0) return null;
  const candidates = rows.slice(0, estimateLimits.candidates).map((row) => row.id);
  return { confidence: rows.length === 1 ? 'exact' : 'choice', candidates, is_such: true };
}

/** By the reading of a line whose best product is the likeliest. */
async function matchByWords(
  db: Db,
  priceContext: PriceContext,
  goods: GoodsByWords,
  readings: Wanted[],
): Promise<Match> {
  let likeliest: { best: Scored; scored: Scored[]; wanted: Wanted } | null = null;
  for (const wanted of readings) {
    const scored = await findScored(db, priceContext, goods, wanted);
    const [best] = scored;
    if (best && (!likeliest || best.score > likeliest.best.score)) likeliest = { best, scored, wanted };
  }
  if (!likeliest) return { confidence: 'none', candidates: [], is_such: false };
  const { best, scored, wanted } = likeliest;
  const equals = scored
    .filter(({ score }) => best.score - score < sameScore)
    .sort(
      (a, b) =>
        commonWords(b.name, wanted.words) - commonWords(a.name, wanted.words) ||
        Number(isUsualKind(b.name)) - Number(isUsualKind(a.name)) ||
        byUse(a, b),
    );
  const rest = scored.filter(({ score }) => best.score - score >= sameScore);
  const candidates = [...equals, ...rest].slice(0, estimateLimits.candidates).map(({ id }) => id);
  const { is_such } = equals[0] ?? best;
  // The branch's synonyms are made for search: near is good enough there.
  const isWhole =
    !wanted.is_synonym && is_such && best.text >= sureText && best.measures.other === 0 && best.measures.missing === 0;
  return { confidence: !isWhole ? 'doubtful' : equals.length === 1 ? 'sure' : 'choice', candidates, is_such };
}

/** What is like it at all, the likeliest first. */
async function findScored(db: Db, priceContext: PriceContext, goods: GoodsByWords, wanted: Wanted): Promise<Scored[]> {
  const found = await findCandidates(db, priceContext, goods, wanted);
  return found
    .map((product) => scoreOf(product, wanted))
    .filter(({ text }) => text >= leastText)
    .sort((a, b) => b.score - a.score || byUse(a, b));
}

/** What a thing is made for is not what it is: «Гель для унитаза», «Клей под плитку». */
const purpose = /(?<!\p{L})(?:для|под|от|против|к|на)\s+\p{L}[\p{L}-]*/giu;

/** One of the words names the thing itself, not only its purpose. */
function isThing(name: string, words: string[]): boolean {
  if (name.search(purpose) < 0) return true;
  const own = wordsOf(fold(name.replace(purpose, ' ')));
  return words.some((word) => own.some((other) => isSameWord(word, other)));
}

/**
 * How many of the words stand in a name as common ones. A word with a capital inside a name belongs to a brand or a
 * series: «Тонкий шов» is no thin glue.
 */
function commonWords(name: string, words: string[]): number {
  const common = wordsOf(fold(name.replace(/(?<=\S\s)\p{Lu}[\p{L}-]*/gu, ' ')));
  return words.filter((word) => common.some((other) => isSameWord(word, other))).length;
}

/** Two forms of one word, by their beginnings. */
function isSameWord(a: string, b: string): boolean {
  return b.startsWith(a.slice(0, Math.max(4, a.length - 2)));
}

function byUse(a: Scored, b: Scored): number {
  return Number(b.can_be_bought) - Number(a.can_be_bought) || b.popularity - a.popularity || a.id - b.id;
}

function scoreOf(product: Found, { words, known, unknownWeight, measures, is_synonym }: Wanted): Scored {
  const is_such = product.is_named_so && isThing(product.name, words);
  const whole = known.reduce((sum, { weight }) => sum + weight, unknownWeight);
  const matched = known.reduce(
    (sum, { term, weight }) => sum + (product.named.has(term) ? weight : product.held.has(term) ? weight * 0.9 : 0),
    0,
  );
  // A name says first what the thing is: a paint called «Наличник» is no architrave.
  const text = whole === 0 ? 0 : (matched / whole) * (is_such ? (is_synonym ? synonymWeight : 1) : 0.45);
  const compared = compareMeasures(measures, measuresOf(product.name));
  const asked = measures.length;
  const fit = asked === 0 ? 1 : compared.same / asked;
  return {
    ...product,
    is_such,
    text,
    measures: compared,
    score: asked === 0 ? text : text * 0.7 + fit * 0.3,
    can_be_bought: isOnSale(product.price, {
      switched_off: false,
      available: product.available,
      min_count: product.min_count,
    }),
  };
}

type FoundRow = Omit<Found, 'held' | 'named' | 'is_named_so'>;

const selectFound = priceContextStatement<FoundRow>(
  'estimate_found',
  (
    priceContext,
  ) => `select p.id, p.name, p.popularity, p.min_count, coalesce(buyer.price, retail.price) as price, ${availableSql} as available
  from products p ${offerJoins(priceContext)}
  where p.id = any($1::int[]) and p.switched_off_at is null`,
);

async function findCandidates(
  db: Db,
  priceContext: PriceContext,
  goods: GoodsByWords,
  { known }: Wanted,
): Promise<Found[]> {
  const terms = known.map(({ term }) => term);
  const holders = new Map(goods.holdersOf(terms, mostWeighed).map((holder) => [holder.product_id, holder]));
  const rows = await selectFound(db, priceContext, [[...holders.keys()]]);
  return rows.map((row) => ({ ...row, ...ensure(holders.get(row.id)) }));
}

/** The ways to understand a line: as it is written, then with each synonym of one of its words in its place. */
function readingsOf(text: string, goods: GoodsByWords): Wanted[] {
  const words = sayingWords(text);
  const measures = measuresOf(text);
  const parts = words.map((word) => ({ word, known: goods.termsOf(word) }));
  const bySynonym = words.flatMap((word, at) =>
    goods.synonymsOf(word).map((counts) => {
      const meant = [...counts].map(([term, count]) => ({ word: term, known: new Map([[term, count]]) }));
      return reading([...parts.slice(0, at), ...meant, ...parts.slice(at + 1)], true);
    }),
  );
  return [reading(parts, false), ...bySynonym.slice(0, mostReadings - 1)];

  function reading(parts: { word: string; known: Map<string, number> }[], is_synonym: boolean): Wanted {
    const weightOf = (count: number) => Math.log(1 + goods.products / (1 + count));
    const known = new Map<string, number>();
    let unknownWeight = 0;
    for (const [place, part] of parts.entries()) {
      for (const [term, count] of part.known) known.set(term, weightOf(count));
      // A brand the shop does not keep says little of the thing; the thing itself comes first in the name.
      if (part.known.size === 0) unknownWeight += place === 0 ? weightOf(20) * 2 : weightOf(200);
    }
    const sorted = [...known].map(([term, weight]) => ({ term, weight })).sort((a, b) => b.weight - a.weight);
    return { words: parts.map(({ word }) => word), known: sorted, unknownWeight, measures, is_synonym };
  }
}
