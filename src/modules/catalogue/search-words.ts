import { type Db, preparedStatement } from '#platform/database.ts';

/** How a query finds products: by exact ids, or by a text-search condition in PostgreSQL's own notation. */
export type SearchPlan = {
  query: string;
  /** The words that were really searched for. */
  used: string;
  correction: 'layout' | 'translit' | 'typo' | 'fewer_words' | null;
  dropped: string | null;
  /** Products whose article, barcode or code the query is; everything else is then left out. */
  exact: { id: number; slug: string }[];
  /** For to_tsquery('russian', …): all words in any form. Empty when nothing searchable was typed. */
  words: string;
  /** For to_tsquery('simple', …): the beginning of the last word; null when it is too short. */
  prefix: string | null;
  /** For to_tsquery('russian', …): the words before the last one. */
  words_before: string | null;
};

/**
 * The search condition over `products p` for three parameters: words, prefix, words before. The last word may be unfinished:
 * its forms by the Russian dictionary, or anything that begins as typed.
 */
export function searchQuerySql(words: string, prefix: string, before: string): string {
  return `case
    when ${prefix} is null then to_tsquery('russian', ${words})
    when ${before} is null then to_tsquery('russian', ${words}) || to_tsquery('simple', ${prefix})
    else to_tsquery('russian', ${words}) || (to_tsquery('russian', ${before}) && to_tsquery('simple', ${prefix})) end`;
}

/**
 * Finds out how to search for what was typed. When it finds nothing and `exact` is false: the other keyboard layout, Latin
 * letters for Russian words, a misprint, then the words without one of them; the first that finds something is used and named.
 */
export async function planSearch(db: Db, typed: string, exact = false): Promise<SearchPlan> {
  const query = typed;
  const found = await findExact(db, typed);
  const plain = { query, used: typed, correction: null, dropped: null, exact: found, ...conditionOf(typed) };
  if (found.length > 0 || exact || (await isFound(db, plain))) return plain;

  const attempts: { used: string; correction: NonNullable<SearchPlan['correction']> }[] = [
    { used: otherLayout(typed), correction: 'layout' },
    { used: fromLatin(typed), correction: 'translit' },
  ];
  for (const attempt of attempts) {
    if (attempt.used === fold(typed)) continue;
    const plan = { ...plain, ...attempt, ...conditionOf(attempt.used) };
    if (await isFound(db, plan)) return plan;
  }
  const corrected = await withoutMisprints(db, typed);
  if (corrected) {
    const plan = { ...plain, used: corrected, correction: 'typo' as const, ...conditionOf(corrected) };
    if (await isFound(db, plan)) return plan;
  }
  return (await fewerWords(db, plain)) ?? plain;
}

/** NFC, lower case, ё as е, one kind of hyphen, quote and space: both sides of a comparison go through it. */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[«»„“”"]/g, ' ')
    .replace(/м²|кв\.?\s?м\b/g, 'м2')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}

/** Letters and digits only, as products.article_key keeps an article. */
export function articleKey(text: string): string {
  return fold(text).replace(/[^0-9a-zа-я]/g, '');
}

const tokenPattern = /[\p{L}\p{N}]+(?:[.,/x×*-][\p{L}\p{N}]+)*/gu;
const maxWords = 10;

/** The words of a query, folded. */
export function wordsOf(text: string): string[] {
  return (fold(text).match(tokenPattern) ?? []).slice(0, maxWords);
}

/** What any form of these words finds, for to_tsquery; empty `words` when nothing searchable was typed. */
export function conditionOf(text: string): Pick<SearchPlan, 'words' | 'prefix' | 'words_before'> {
  const groups = joinUnits(wordsOf(text));
  const last = groups.at(-1);
  const before = groups.slice(0, -1).map(alternatives);
  const prefix = last?.length === 1 && /^\p{L}/u.test(last[0]!) && last[0]!.length > 1 ? `'${last[0]}':*` : null;
  return {
    words: groups.map(alternatives).join(' & '),
    prefix,
    words_before: prefix && before.length > 0 ? before.join(' & ') : null,
  };
}

/** «25 кг» is one thing, however it is written: a number with the unit that follows it stay together. */
function joinUnits(words: string[]): string[][] {
  const groups: string[][] = [];
  for (const word of words) {
    const previous = groups.at(-1);
    if (unitPattern.test(word) && previous?.length === 1 && /^[\d.,/]+$/.test(previous[0]!)) previous.push(word);
    else groups.push([word]);
  }
  return groups;
}

const unitPattern = /^(кг|kg|г|т|л|мл|мм|см|м|м2|м3|вт|в|а|шт|мпа)$/;

// A size is written with a Russian х, a Latin x or a sign; a number sticks to its unit or not; a comma is a dot elsewhere.
function alternatives(group: string[]): string {
  const spellings = new Set<string>();
  const [first, unit] = group;
  const sizes = /\d[xх×*]\d/.test(first!)
    ? ['x', 'х', '×'].map((sign) => first!.replace(/(?<=\d)[xх×*](?=\d)/g, sign))
    : [first!];
  for (const size of sizes) {
    for (const spelling of [size, size.replace(/(?<=\d),(?=\d)/g, '.'), size.replace(/(?<=\d)\.(?=\d)/g, ',')]) {
      if (unit) {
        spellings.add(`(${quoted(spelling)} & ${quoted(unit)})`);
        spellings.add(quoted(`${spelling}${unit}`));
        continue;
      }
      spellings.add(quoted(spelling));
      const glued = /^([\d.,]+)(\p{L}+)$/u.exec(spelling);
      if (glued) spellings.add(`(${quoted(glued[1]!)} & ${quoted(glued[2]!)})`);
    }
  }
  return spellings.size === 1 ? [...spellings][0]! : `(${[...spellings].join(' | ')})`;
}

// Tokens hold letters, digits and . , / x × * - only, so a quote cannot occur inside.
function quoted(token: string): string {
  return `'${token}'`;
}

const selectExact = preparedStatement<{ id: number; slug: string }>(
  'search_exact',
  `select id, slug from products
  where switched_off_at is null and (article_key = any($1::text[]) or barcode = $2::text or idcode = $3::text)
  order by popularity desc, id limit 50`,
);

// An article is recognised by a digit in it; letters that look alike in both alphabets are tried in both.
async function findExact(db: Db, typed: string): Promise<{ id: number; slug: string }[]> {
  const key = articleKey(typed);
  if (key.length < 3 || !/\d/.test(key)) return [];
  const keys = [key, replaceLetters(key, toCyrillicTwins), replaceLetters(key, toLatinTwins)];
  return selectExact(db, [[...new Set(keys)], key, typed.trim()]);
}

const selectAny = preparedStatement<{ found: boolean }>(
  'search_any',
  `select exists (
    select from products p
    where p.switched_off_at is null and p.search @@ (${searchQuerySql('$1::text', '$2::text', '$3::text')})
  ) as found`,
);

async function isFound(db: Db, plan: Pick<SearchPlan, 'words' | 'prefix' | 'words_before'>): Promise<boolean> {
  if (plan.words === '') return false;
  const [row] = await selectAny(db, [plan.words, plan.prefix, plan.words_before]);
  return row?.found ?? false;
}

const countFound = preparedStatement<{ count: number }>(
  'search_count',
  `select count(*)::int as count from products p
  where p.switched_off_at is null and p.search @@ (${searchQuerySql('$1::text', '$2::text', '$3::text')})`,
);

/** The query without the one word whose absence finds something; of several the one that finds least, being the closest. */
async function fewerWords(db: Db, plain: SearchPlan): Promise<SearchPlan | null> {
  const words = wordsOf(plain.query);
  if (words.length < 2) return null;
  let best: { plan: SearchPlan; count: number } | null = null;
  for (const [index, dropped] of words.entries()) {
    const used = words.filter((_, at) => at !== index).join(' ');
    const plan = { ...plain, used, dropped, correction: 'fewer_words' as const, ...conditionOf(used) };
    const [row] = await countFound(db, [plan.words, plan.prefix, plan.words_before]);
    const count = row?.count ?? 0;
    if (count > 0 && (!best || count < best.count)) best = { plan, count };
  }
  return best?.plan ?? null;
}

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const russianKeys = 'ейцукенгшщзхъфывапролджэячсмитьбю';
const toRussianKeys = new Map([...latinKeys].map((key, at) => [key, russianKeys[at]!]));
const toLatinKeys = new Map([...russianKeys].map((key, at) => [key, latinKeys[at]!]));

/** «inerfnehrf» → «штукатурка», «лтфга» → «knauf»: the same keys in the other layout. */
export function otherLayout(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  const isRussian = !/[a-z]/.test(lower);
  return fold(replaceLetters(lower.replaceAll('ё', '`'), isRussian ? toLatinKeys : toRussianKeys));
}

const latinSounds: [string, string][] = [
  ['shch', 'щ'],
  ['sch', 'щ'],
  ['yo', 'е'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['yu', 'ю'],
  ['ju', 'ю'],
  ['ya', 'я'],
  ['ja', 'я'],
  ...[...'abvgdezijklmnoprstufhcyqwx'].map(
    (letter, at) => [letter, 'абвгдезийклмнопрстуфхцыквх'[at]!] as [string, string],
  ),
];

/** «shtukaturka» → «штукатурка». */
export function fromLatin(text: string): string {
  let rest = fold(text);
  let result = '';
  while (rest) {
    const sound = latinSounds.find(([latin]) => rest.startsWith(latin));
    result += sound ? sound[1] : rest[0];
    rest = rest.slice(sound ? sound[0].length : 1);
  }
  return result;
}

const toCyrillicTwins = new Map([...'abekmhopctxy'].map((letter, at) => [letter, 'авекмнорстху'[at]!]));
const toLatinTwins = new Map([...toCyrillicTwins].map(([latin, cyrillic]) => [cyrillic, latin]));

/** A code in letters that look alike in the other alphabet: «Е27» typed in Russian is «e27», «М300» in Latin letters «м300». Folded. */
export function lookAlikes(word: string): string[] {
  const twins = [replaceLetters(word, toLatinTwins), replaceLetters(word, toCyrillicTwins)];
  return twins.filter((twin) => twin !== word);
}

function replaceLetters(text: string, letters: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => letters.get(letter) ?? letter).join('');
}

type Dictionary = { words: Set<string>; byLength: Map<number, string[]>; frequency: Map<string, number> };
const dictionaries = new WeakMap<object, { dictionary: Promise<Dictionary>; until: number }>();
const dictionaryMs = 300_000;

const selectDictionary = preparedStatement<{ word: string; ndoc: number }>(
  'search_dictionary',
  `select word, ndoc from ts_stat($$
    select to_tsvector('simple', translate(lower(name), 'ё', 'е')) from products where switched_off_at is null
  $$) where word ~ '^[a-zа-я]{4,}$'`,
);

/** The words of all names, kept for five minutes; asked for only when a search found nothing. */
function dictionaryOf(db: Db): Promise<Dictionary> {
  const known = dictionaries.get(db);
  if (known && known.until > Date.now()) return known.dictionary;
  const dictionary = selectDictionary(db, []).then((rows) => ({
    words: new Set(rows.map((row) => row.word)),
    byLength: Map.groupBy(
      rows.map((row) => row.word),
      (word) => word.length,
    ),
    frequency: new Map(rows.map((row) => [row.word, row.ndoc])),
  }));
  dictionary.catch(() => dictionaries.delete(db));
  dictionaries.set(db, { dictionary, until: Date.now() + dictionaryMs });
  return dictionary;
}

/** The text with each unknown word replaced by the nearest one that stands in a name; as it was when nothing is near. Folded. */
export async function correctMisprints(db: Db, text: string): Promise<string> {
  return (await withoutMisprints(db, text)) ?? fold(text);
}

/** Each unknown word replaced by the nearest known one: one misprint from 4 letters, two from 8. null when nothing is near. */
async function withoutMisprints(db: Db, typed: string): Promise<string | null> {
  const dictionary = await dictionaryOf(db);
  let isChanged = false;
  const words = wordsOf(typed).map((word) => {
    const allowed = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
    if (allowed === 0 || dictionary.words.has(word) || !/^\p{L}+$/u.test(word)) return word;
    const best: { word: string; distance: number } = { word, distance: Number.POSITIVE_INFINITY };
    for (let length = word.length - allowed; length <= word.length + allowed; length++) {
      for (const candidate of dictionary.byLength.get(length) ?? []) {
        const distance = misprints(word, candidate, allowed);
        if (distance > allowed) continue;
        const isCommoner =
          best.distance === distance && dictionary.frequency.get(candidate)! > dictionary.frequency.get(best.word)!;
        if (distance < best.distance || isCommoner) Object.assign(best, { word: candidate, distance });
      }
    }
    if (best.word !== word) isChanged = true;
    return best.word;
  });
  return isChanged ? words.join(' ') : null;
}

/** Letters inserted, lost, replaced or swapped with the neighbour between two words; more than `limit` is not counted on. */
export function misprints(a: string, b: string, limit: number): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) cost = Math.min(cost, beforePrevious[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length]!;
}
