import { folded } from '#shared/folded.ts';

const vowels = new Set('аеиоуыэюя');

/**
 * Endings by length, the longest first: Snowball takes the longest that fits and does not fall back to a shorter one.
 */
type Endings = { length: number; endings: Set<string> }[];

function endingsOf(text: string): Endings {
  const byLength = Map.groupBy(text.split(' '), (ending) => ending.length);
  return [...byLength]
    .map(([length, endings]) => ({ length, endings: new Set(endings) }))
    .sort((a, b) => b.length - a.length);
}

// Of each pair the first stands only behind «а» or «я».
const gerundAfterA = endingsOf('в вши вшись');
const gerund = endingsOf('ив ивши ившись ыв ывши ывшись');
const adjective = endingsOf('ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею');
const participleAfterA = endingsOf('ем нн вш ющ щ');
const participle = endingsOf('ивш ывш ующ');
const reflexive = endingsOf('ся сь');
const verbAfterA = endingsOf('ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно');
const verb = endingsOf(
  'ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю',
);
const noun = endingsOf(
  'а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я',
);

/**
 * The stem of one lower-case Russian word by Snowball's algorithm: equal to PostgreSQL's `russian_stem` (its stop words
 * apart). Words in other letters come back as they are.
 */
export function stem(typed: string): string {
  const word = folded(typed);
  const start = afterVowel(word, 0);
  if (start === -1) return word;
  const r2 = regionTwo(word, start);

  let rest = withoutGerund(word, start);
  if (rest === null) {
    const plain = cut(word, start, reflexive) ?? word;
    rest =
      withoutAdjective(plain, start) ??
      withoutOneOf(plain, start, verb, verbAfterA) ??
      cut(plain, start, noun) ??
      plain;
  }
  if (rest.length > start && rest.endsWith('и')) rest = rest.slice(0, -1);
  if (rest.endsWith('ость') && rest.length - 4 >= r2) rest = rest.slice(0, -4);
  else if (rest.endsWith('ост') && rest.length - 3 >= r2) rest = rest.slice(0, -3);
  return tidy(rest, start);
}

function afterVowel(word: string, from: number): number {
  for (let at = from; at < word.length; at++) if (vowels.has(word.charAt(at))) return at + 1;
  return -1;
}

function afterConsonant(word: string, from: number): number {
  for (let at = from; at < word.length; at++) if (!vowels.has(word.charAt(at))) return at + 1;
  return -1;
}

/** Where R2 begins; beyond the word when it has none. */
function regionTwo(word: string, start: number): number {
  const r1 = afterConsonant(word, start);
  const vowel = r1 === -1 ? -1 : afterVowel(word, r1);
  const r2 = vowel === -1 ? -1 : afterConsonant(word, vowel);
  return r2 === -1 ? word.length + 1 : r2;
}

function longest(word: string, start: number, endings: Endings): number {
  for (const { length, endings: own } of endings) {
    if (word.length - length >= start && own.has(word.slice(word.length - length))) return length;
  }
  return 0;
}

function cut(word: string, start: number, endings: Endings): string | null {
  const length = longest(word, start, endings);
  return length === 0 ? null : word.slice(0, word.length - length);
}

/** The longest of both lists decides; one that needs «а» or «я» before it and has none ends the matter. */
function withoutOneOf(word: string, start: number, free: Endings, afterA: Endings): string | null {
  const length = longest(word, start, free);
  const other = longest(word, start, afterA);
  if (length === 0 && other === 0) return null;
  if (length > other) return word.slice(0, word.length - length);
  const rest = word.slice(0, word.length - other);
  return rest.length > start && /[ая]$/.test(rest) ? rest : null;
}

function withoutGerund(word: string, start: number): string | null {
  return withoutOneOf(word, start, gerund, gerundAfterA);
}

function withoutAdjective(word: string, start: number): string | null {
  const rest = cut(word, start, adjective);
  if (rest === null) return null;
  return withoutOneOf(rest, start, participle, participleAfterA) ?? rest;
}

function tidy(word: string, start: number): string {
  for (const ending of ['ейше', 'ейш']) {
    if (word.endsWith(ending) && word.length - ending.length >= start) {
      const rest = word.slice(0, -ending.length);
      return rest.endsWith('нн') && rest.length - 2 >= start ? rest.slice(0, -1) : rest;
    }
  }
  if (word.endsWith('нн') && word.length - 2 >= start) return word.slice(0, -1);
  if (word.endsWith('ь') && word.length - 1 >= start) return word.slice(0, -1);
  return word;
}
