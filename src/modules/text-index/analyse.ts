import { memoize } from '#platform/cache.ts';
import { ensure } from '#shared/ensure.ts';
import { folded } from '#shared/folded.ts';
import { stem } from './analysis/stem.ts';
import { cyrillicTwins, latinTwins } from './sounds.ts';

/**
 * One thing that stands in a text. `terms` are what a document is found by, all at one place: «20 × 30 см» gives
 * `20x30`, `=200x300mm`, `=200mm`, `=300mm`, `20`, `30`. The first is the most exact one.
 */
export type Token = {
  kind: 'word' | 'number' | 'measure' | 'size' | 'code';
  /** As it stands in the folded text. */
  text: string;
  terms: string[];
  /** Behind «для», «под», «с» …: says what the thing goes with, not what it is. */
  is_complement: boolean;
  /** Words of letters in it, unstemmed, for the dictionary. */
  words: string[];
};

/** The most exact thing that a document is found by. */
export function exactTerm({ terms }: Token): string {
  return ensure(terms[0]);
}

/**
 * NFC, lower case, ё as е, one kind of hyphen, sign of multiplication, of a diameter, inch and space; a comma between
 * digits is a dot.
 */
export function normalise(text: string): string {
  return folded(text.normalize('NFC'))
    .replace(/[\s\u00a0\u202f\u2009\p{Cc}]+/gu, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[×✕✖⨯]/g, 'x')
    .replace(/(?<=\d[fmм]?\s?)[*хx](?=\s?[мm]?\d)/g, 'x')
    .replace(/(?<![\p{L}\p{N}])(?:[dø⌀ф]|d[nu]|ду)[ .=]{0,2}(?=\d)/gu, 'd')
    .replace(/(?<=\d) (?:на|by) (?=\d)/g, 'x')
    .replace(/(?<=\d),(?=\d)/g, '.')
    .replace(/²/g, '2')
    .replace(/³/g, '3')
    .replace(/½/g, '1/2')
    .replace(/¼/g, '1/4')
    .replace(/¾/g, '3/4')
    .replace(/(?<=\d\s?)(?:''|[″”“"])/g, ' дюйм ')
    .replace(/[«»„“”"'’`]/g, ' ')
    .trim();
}

const units: [pattern: string, unit: string, factor: number][] = [
  ['килограмм[а-я]*|кило|кг|kg', 'g', 1000],
  ['тонн[а-я]*|т', 'g', 1_000_000],
  ['грамм[а-я]*|гр?|gr?', 'g', 1],
  ['миллилитр[а-я]*|мл|ml', 'ml', 1],
  ['литр[а-я]*|л|l', 'ml', 1000],
  ['кв\\.? ?м(?:етр[а-я]*)?\\.?|м\\.? ?кв\\.?|квадрат[а-я]*|м2|m2', 'm2', 1],
  ['мм2|мм\\.? ?кв\\.?', 'mm2', 1],
  ['куб[а-я]*\\.?(?: ?м)?|м3|m3', 'm3', 1],
  ['миллиметр[а-я]*|мм|mm', 'mm', 1],
  ['сантиметр[а-я]*|см|cm', 'mm', 10],
  ['метр(?:а|ов|ы|овый|овая|ровый)?|м|m', 'mm', 1000],
  ['мкм', 'um', 1],
  ['киловатт[а-я]*|квт|kw', 'w', 1000],
  ['ватт[а-я]*|вт|w', 'w', 1],
  ['вольт[а-я]*|в|v', 'v', 1],
  ['а·?\\*?ч|ah', 'ah', 1],
  ['ампер[а-я]*|а|a', 'a', 1],
  ['кельвин[а-я]*|к|k', 'k', 1],
  ['люмен[а-я]*|лм|lm', 'lm', 1],
  ['мпа|mpa', 'mpa', 1],
  ['бар', 'bar', 1],
  ['дж', 'j', 1],
  ['штук[а-я]*|шт|pcs', 'pc', 1],
  ['дюйм[а-я]*|inch', 'in', 1],
  ['процент[а-я]*|%', 'pct', 1],
  ['градус[а-я]*|°', 'deg', 1],
];
const unitPattern = units.map(([pattern]) => `(?:${pattern})`).join('|');
const exactUnits = units.map(([pattern, unit, factor]) => [new RegExp(`^(?:${pattern})$`, 'u'), unit, factor] as const);
type Unit = readonly [unit: string, factor: number];
const foundUnit = memoize({ name: 'search_units', max: 10_000 }, (text: string): { unit: Unit | null } => {
  const row = exactUnits.find(([pattern]) => pattern.test(text));
  return { unit: row ? [row[1], row[2]] : null };
});

function unitOf(text: string): Unit | null {
  return foundUnit(text).unit;
}

const number = '\\d+(?:\\.\\d+)?';
const ended = '(?![\\p{L}\\p{N}])';
/** «1/2», «1 1/4», «3-1/2», «13/16»; «110/50» and «1/2/3» are lists. */
const fraction = '(?:[1-9][ -])?(?:\\d|1[135])/(?:16|32|\\d)(?![\\d/])';
const part = `(?:${fraction}|${number})`;
/** Between two parts of a size. Behind a thread may stand what it is: «1F*1/2F». */
const joint = '[fmм]?(?: ?x ?|/)';
const tokenPattern = new RegExp(
  [
    `(?<fractionLetters>\\p{L}{1,6})?(?<fraction>${fraction})(?!${joint}\\d)(?: ?(?<inch>дюйм[а-я]*))?`,
    `(?<letters>\\p{L}{1,6})?(?<size>${part}(?:${joint}${part}){1,3})(?: ?(?<sizeUnit>мм2|мм|см|м|mm|cm|m)${ended})?(?![\\p{N}])`,
    `(?<amount>${number})[ -]?(?<unit>${unitPattern})${ended}`,
    '(?<word>\\p{L}[\\p{L}\\p{N}]*(?:(?<=\\d)\\.\\d+)?(?:-[\\p{L}\\p{N}]+)*)',
    `(?<mixed>${number}[\\p{L}\\p{N}]*(?:-[\\p{L}\\p{N}]+)*)`,
    '(?<mark>[,;()])',
  ].join('|'),
  'gu',
);
const partPattern = new RegExp(part, 'g');
const plainNumber = /^\d+(?:\.\d+)?$/;

/** Prepositions: what follows is what the thing goes with. */
const complementBegins = new Set(['для', 'под', 'с', 'со', 'к', 'ко', 'на', 'по', 'из', 'от', 'в', 'во', 'без', 'при']);
const adjectiveEnding = /(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ых|их|ым|им|ыми|ими|ого|его|ому|ему|ую|юю)$/;

/** Words that find nothing by themselves. */
export const stopWords: ReadonlySet<string> = new Set(
  'и в во на с со по для из от до к ко о об у за или а но не что как это при же бы ли и/или'.split(' '),
);

/** What stands in a text, in order. Takes any text; `normalise` is done here. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const folded = normalise(text);
  let isComplement = false;
  for (const match of folded.matchAll(tokenPattern)) {
    const token = tokenOf(match[0], match.groups ?? {});
    if (token === null) {
      isComplement = false; // a comma ends what the preposition began
      continue;
    }
    if (token.kind !== 'word') {
      tokens.push(token);
      continue;
    }
    if (stopWords.has(token.text) || token.text === 'под' || token.text === 'без') {
      if (complementBegins.has(token.text)) isComplement = true;
      else if (token.text === 'и' && tokens.at(-1)?.is_complement) isComplement = true;
      if (!stopWords.has(token.text)) tokens.push(token);
      continue;
    }
    token.is_complement = isComplement;
    if (isComplement && !adjectiveEnding.test(token.text)) isComplement = false;
    tokens.push(token);
  }
  return tokens;
}

function tokenOf(text: string, groups: Record<string, string | undefined>): Token | null {
  if (groups.mark !== undefined) return null;
  if (groups.size !== undefined) return sizeToken(text, groups.letters, groups.size, groups.sizeUnit);
  if (groups.fraction !== undefined) {
    const own = groups.fraction.replace('-', ' ');
    const terms = groups.inch ? [`=${own}in`, own] : [own];
    if (groups.fractionLetters === undefined) return { kind: 'measure', text, terms, is_complement: false, words: [] };
    const code = lettersOf(groups.fractionLetters, own);
    return { kind: 'code', text, terms: [...code.terms, ...terms], is_complement: false, words: code.words };
  }
  if (groups.amount !== undefined && groups.unit !== undefined) {
    const unit = unitOf(groups.unit);
    if (unit) {
      const terms = [measureTerm(Number(groups.amount) * unit[1], unit[0]), plain(groups.amount)];
      if (/^[а-яa-z]$/.test(groups.unit)) terms.push(cyrillicTwins(`${plain(groups.amount)}${groups.unit}`));
      return { kind: 'measure', text, terms, is_complement: false, words: [] };
    }
  }
  return wordToken(text);
}

function measureTerm(amount: number, unit: string): string {
  return `=${Math.round(amount * 1000) / 1000}${unit}`;
}

function plain(text: string): string {
  return plainNumber.test(text) && text.length < 12 ? String(Number(text)) : text;
}

function sizeToken(text: string, letters: string | undefined, size: string, unitText: string | undefined): Token {
  const parts = (size.match(partPattern) ?? []).map((one) => plain(one.replace('-', ' ')));
  const terms = new Set<string>([parts.join('x')]);
  const words: string[] = [];
  if (parts.length > 2) for (let at = 1; at < parts.length; at++) terms.add(`${parts[at - 1]}x${parts[at]}`);
  if (unitText === 'мм2') terms.add(`=${parts.at(-1)}mm2`);
  else if (unitText !== undefined && !isThread(letters, unitText) && parts.every((one) => plainNumber.test(one))) {
    const [, factor] = ensure(unitOf(unitText));
    const scaled = parts.map((one) => String(Math.round(Number(one) * factor * 1000) / 1000));
    terms.add(`=${scaled.join('x')}mm`);
    if (scaled.length > 2) for (let at = 1; at < scaled.length; at++) terms.add(`=${scaled[at - 1]}x${scaled[at]}mm`);
    for (const one of scaled) terms.add(`=${one}mm`);
  }
  for (const one of parts) terms.add(one);
  if (letters !== undefined) {
    // «M8 × 80»: a thread and a length; «d25х1/2», «S25*20»: what is 25.
    const own = lettersOf(letters, ensure(parts[0]));
    for (const term of own.terms) terms.add(term);
    words.push(...own.words);
  }
  return { kind: 'size', text, terms: [...terms], is_complement: false, words };
}

/** «S25*1М»: an outer thread, no metre. */
function isThread(letters: string | undefined, unitText: string): boolean {
  return letters !== undefined && unitText.length === 1;
}

/**
 * What stands before a number: «S» of «S25*20» is a code with it, «ввг» of «ввг3x2.5» also a word. A diameter is in
 * millimetres.
 */
function lettersOf(letters: string, first: string): { terms: string[]; words: string[] } {
  const terms = [codeTerm(`${letters}${first}`)];
  if (letters === 'd' && plainNumber.test(first)) terms.push(measureTerm(Number(first), 'mm'));
  if (letters.length === 1) return { terms, words: [] };
  return { terms: [...terms, wordTerm(letters)], words: [sameScript(letters)] };
}

/** Words keep their tokens; a shop's names repeat the same few thousand. */
const knownWord = memoize({ name: 'search_words', max: 200_000 }, readWord);

function wordToken(text: string): Token {
  return { ...knownWord(text) };
}

function readWord(text: string): Token {
  const token: Token = { kind: 'word', text, terms: [], is_complement: false, words: [] };
  const terms = new Set<string>();
  const parts = text.split('-').filter(Boolean);
  if (parts.every((part) => plainNumber.test(part))) {
    for (const part of parts) terms.add(plain(part));
    return { ...token, kind: 'number', terms: [...terms] };
  }
  const hasDigits = /\d/.test(text);
  if (hasDigits) {
    token.kind = 'code';
    terms.add(codeTerm(parts.join('')));
  } else if (parts.length > 1) terms.add(wordTerm(parts.join('')));
  for (const part of parts) {
    if (/\d/.test(part)) {
      if (parts.length > 1) terms.add(plainNumber.test(part) ? plain(part) : codeTerm(part));
      if (/^d\d/.test(part) && plainNumber.test(part.slice(1))) terms.add(measureTerm(Number(part.slice(1)), 'mm'));
      for (const digits of part.match(/\d+(?:\.\d+)?/g) ?? []) if (digits.length > 1) terms.add(plain(digits));
      for (const letters of part.match(/\p{L}{2,}/gu) ?? []) {
        terms.add(wordTerm(letters));
        token.words.push(sameScript(letters));
      }
    } else {
      terms.add(wordTerm(part));
      if (part.length > 1) token.words.push(sameScript(part));
    }
  }
  return { ...token, terms: [...terms] };
}

/** A code in whichever letters: «E27» and «Е27», «M-300» and «М300» are the same. */
function codeTerm(code: string): string {
  return cyrillicTwins(code.replace(/-/g, ''));
}

/** What a word without digits is found by: its stem without ь and ъ. A single letter stands for both alphabets. */
export function wordTerm(word: string): string {
  if (word.length === 1) return cyrillicTwins(word);
  const own = sameScript(word);
  if (!/[а-я]/.test(own)) return own;
  // The stemmer takes the end of «бокал» and «стакан» for a verb's and leaves it to «бокалы»: here it goes from all
  // forms.
  const stemmed = (stem(own).replace(/[ьъ]/g, '') || own).replace(/(?<=...[ая])[лн]$/, '');
  // The vowel that comes and goes: «красок» is of «краска», «молотка» of «молоток».
  return stemmed.length > 4 ? stemmed.replace(/(?<=[бвгджзклмнпрстфхцчшщ])[ое]к$/, 'к') : stemmed;
}

/** A Latin letter among Russian ones, or the other way round, is a slip when it looks the same. */
export function sameScript(word: string): string {
  if (!/[a-z]/.test(word) || !/[а-я]/.test(word)) return word;
  const russian = cyrillicTwins(word);
  if (!/[a-z]/.test(russian)) return russian;
  const latin = latinTwins(word);
  return /[а-я]/.test(latin) ? word : latin;
}
