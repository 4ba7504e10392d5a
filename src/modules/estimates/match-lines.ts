import { availableSql, isOnSale, offerJoins, shelfStatement } from '#modules/catalogue/offers.ts';
import { articleKey, correctMisprints, fold, lookAlikes, wordsOf } from '#modules/catalogue/search-words.ts';
import type { Shelf } from '#modules/departments/queries.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { expandShort } from './builders-words.ts';
import { compareMeasures, type Measure, measuresOf } from './measures.ts';
import { type Confidence, estimateLimits } from './schema.ts';

export type Match = {
  confidence: Confidence;
  /** Product ids, the best first; empty only for `none`. */
  candidates: number[];
};

/** What a name consists of once it is understood. */
type Wanted = {
  name: string;
  /** Lexemes that some product has, the rarest first, with what each tells (more for a rare one). */
  known: { lexeme: string; weight: number }[];
  /** What the words no product has would have told. */
  unknownWeight: number;
  measures: Measure[];
};

type Found = {
  id: number;
  name: string;
  lexemes: string[];
  /** Where in the name the first of the words asked for stands, from 1; null: none does. */
  first_at: number | null;
  name_lexemes: string[];
  popularity: number;
  available: number | null;
  min_count: number;
  price: number | null;
};

type Scored = Found & {
  score: number;
  text: number;
  measures: ReturnType<typeof compareMeasures>;
  can_be_bought: boolean;
};

/** As sure as this share of what is written, and no measure against it. */
const sureText = 0.85;
/** Below it a likeness says nothing. */
const leastText = 0.34;
/** Words of a name that say what the thing is. */
const nameHead = 3;
/** Scores nearer than this are equal: size and colour decide nothing then, the person does. */
const sameScore = 0.03;

/**
 * The products that lines mean, in the order given. An article, barcode or code is believed; else words in any form (misprints and builders'
 * abbreviations understood) find candidates, the rarer word weighing more, and sizes and masses tell them apart. Nothing is guessed silently:
 * each match says how sure it is.
 */
export async function matchLines(db: Db, shelf: Shelf, names: string[]): Promise<Match[]> {
  const wanted = await understand(db, names);
  const matches: Match[] = [];
  for (const one of wanted) matches.push((await matchByCode(db, one.name)) ?? (await matchByWords(db, shelf, one)));
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
  return { confidence: rows.length === 1 ? 'exact' : 'choice', candidates };
}

async function matchByWords(db: Db, shelf: Shelf, wanted: Wanted): Promise<Match> {
  const found = await findCandidates(db, shelf, wanted);
  const scored = found
    .map((product) => scoreOf(product, wanted))
    .filter(({ text }) => text >= leastText)
    .sort(
      (a, b) => b.score - a.score || Number(b.can_be_bought) - Number(a.can_be_bought) || b.popularity - a.popularity,
    );
  const best = scored[0];
  if (!best) return { confidence: 'none', candidates: [] };
  const equals = scored.filter(({ score }) => best.score - score < sameScore).sort(byUse);
  const rest = scored.filter(({ score }) => best.score - score >= sameScore);
  const candidates = [...equals, ...rest].slice(0, estimateLimits.candidates).map(({ id }) => id);
  const isWhole = best.text >= sureText && best.measures.other === 0 && best.measures.missing === 0;
  return { confidence: !isWhole ? 'doubtful' : equals.length === 1 ? 'sure' : 'choice', candidates };
}

function byUse(a: Scored, b: Scored): number {
  return Number(b.can_be_bought) - Number(a.can_be_bought) || b.popularity - a.popularity || a.id - b.id;
}

function scoreOf(product: Found, { known, unknownWeight, measures }: Wanted): Scored {
  const inName = new Set(product.name_lexemes);
  const anywhere = new Set(product.lexemes);
  const whole = known.reduce((sum, { weight }) => sum + weight, unknownWeight);
  const matched = known.reduce(
    (sum, { lexeme, weight }) => sum + (inName.has(lexeme) ? weight : anywhere.has(lexeme) ? weight * 0.9 : 0),
    0,
  );
  // A name says first what the thing is: a paint called «Наличник» is no architrave.
  const isNamed = product.first_at !== null && product.first_at <= nameHead;
  const text = whole === 0 ? 0 : (matched / whole) * (isNamed ? 1 : 0.45);
  const compared = compareMeasures(measures, measuresOf(product.name));
  const asked = measures.length;
  const fit = asked === 0 ? 1 : compared.same / asked;
  return {
    ...product,
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

const selectFound = shelfStatement<Found>(
  'estimate_found',
  (shelf) => `select p.id, p.name, tsvector_to_array(p.search) as lexemes,
    tsvector_to_array(ts_filter(p.search, '{a}')) as name_lexemes, p.popularity, p.min_count,
    (select min(word.positions[1]) from unnest(ts_filter(p.search, '{a}')) word where word.lexeme = any($2::text[])) as first_at,
    coalesce(buyer.price, retail.price) as price, ${availableSql} as available
  from (
    select id from products where switched_off_at is null and search @@ $1::tsquery order by popularity desc, id limit 400
  ) hit join products p using (id) ${offerJoins(shelf)}`,
);

/** By all known words; when nothing has them all, by all but one, then by all but two, then by the first that names a thing. */
async function findCandidates(db: Db, shelf: Shelf, { known }: Wanted): Promise<Found[]> {
  const lexemes = known.slice(0, 8).map(({ lexeme }) => `'${lexeme.replaceAll("'", "''")}'`);
  if (lexemes.length === 0) return [];
  const all = lexemes.join(' & ');
  const butOne = lexemes.map((_, at) => lexemes.filter((_, other) => other !== at));
  const butTwo = lexemes.flatMap((_, a) =>
    lexemes.flatMap((_, b) => (b > a ? [lexemes.filter((_, other) => other !== a && other !== b)] : [])),
  );
  const levels = [[all], ...[butOne, butTwo].map((sets) => sets.map((set) => set.join(' & '))), lexemes];
  for (const [level, sets] of levels.entries()) {
    if (lexemes.length <= level && level < 3) continue;
    const query = sets
      .filter(Boolean)
      .map((set) => `(${set})`)
      .join(' | ');
    const found = query === '' ? [] : await selectFound(db, shelf, [query, known.map(({ lexeme }) => lexeme)]);
    if (found.length > 0) return found;
  }
  return [];
}

const selectLexemes = preparedStatement<{ word: string; lexemes: string[] }>(
  'estimate_lexemes',
  `select word, tsvector_to_array(to_tsvector('russian', word)) as lexemes from unnest($1::text[]) as word`,
);

/** Words that say nothing of what a thing is. */
const idle =
  /^(?:для|под|на|по|с|со|из|или|и|в|во|от|до|шт|уп|меш|цвет|размер|марка|тип|серия|артикул|арт|гост|ту|аналог|типа|мм|см|м|м2|кг|г|л|мл|вт|рул|лист|компл)$/;

/** «e27», «м300»: letters and digits in one word. */
function isCode(word: string): boolean {
  return /\p{L}/u.test(word) && /\d/.test(word);
}

async function understand(db: Db, names: string[]): Promise<Wanted[]> {
  const frequency = await frequenciesOf(db);
  const texts: string[] = [];
  for (const name of names) texts.push(await correctMisprints(db, expandShort(fold(name))));
  const words = texts.map((text) =>
    wordsOf(text).filter((word) => !idle.test(word) && !/^[\d.,/xх×*-]+\p{L}{0,3}$/u.test(word)),
  );
  const spelled = words.flat().flatMap((word) => (isCode(word) ? [word, ...lookAlikes(word)] : [word]));
  const rows = await selectLexemes(db, [[...new Set(spelled)]]);
  const lexemesOf = new Map(rows.map((row) => [row.word, row.lexemes.filter((lexeme) => !/^\d+$/.test(lexeme))]));
  const weightOf = (count: number) => Math.log(1 + frequency.products / (1 + count));
  return texts.map((text, at) => {
    const known = new Map<string, number>();
    let unknownWeight = 0;
    for (const word of words[at]!) {
      const lexemes = lexemesOf.get(word) ?? [];
      const inOther = isCode(word) ? lookAlikes(word).flatMap((twin) => lexemesOf.get(twin) ?? []) : [];
      const isKnown = (lexeme: string) => frequency.counts.has(lexeme);
      const found = lexemes.some(isKnown) ? lexemes.filter(isKnown) : inOther.filter(isKnown);
      for (const lexeme of found) known.set(lexeme, weightOf(frequency.counts.get(lexeme)!));
      // A brand the shop does not keep says little of the thing; the thing itself comes first in the name.
      if (found.length === 0 && lexemes.length > 0)
        unknownWeight += word === words[at]![0] ? weightOf(20) * 2 : weightOf(200);
    }
    const sorted = [...known].map(([lexeme, weight]) => ({ lexeme, weight })).sort((a, b) => b.weight - a.weight);
    return { name: names[at]!, known: sorted, unknownWeight, measures: measuresOf(text) };
  });
}

type Frequencies = { products: number; counts: ReadonlyMap<string, number> };
const kept = new WeakMap<object, { frequencies: Promise<Frequencies>; until: number }>();
const keptMs = 300_000;

const selectFrequencies = preparedStatement<{ word: string; ndoc: number }>(
  'estimate_frequencies',
  `select word, ndoc from ts_stat('select search from products where switched_off_at is null')`,
);

/** In how many products each lexeme stands; kept for five minutes. */
function frequenciesOf(db: Db): Promise<Frequencies> {
  const known = kept.get(db);
  if (known && known.until > Date.now()) return known.frequencies;
  const frequencies = selectFrequencies(db, []).then((rows) => ({
    products: rows.reduce((most, { ndoc }) => Math.max(most, ndoc), 1),
    counts: new Map(rows.map(({ word, ndoc }) => [word, ndoc])),
  }));
  frequencies.catch(() => kept.delete(db));
  kept.set(db, { frequencies, until: Date.now() + keptMs });
  return frequencies;
}
