import { exactTerm, sameScript, stopWords, type Token, tokensOf, wordTerm } from '#modules/text-index/analyse.ts';
import {
  findTerm,
  findWord,
  rowsOfKey,
  termCount,
  termsBeginning,
  wordAt,
  wordsOfHash,
} from '#modules/text-index/dictionary.ts';
import { allowedTypos, hash32, keyOf, typoHashesOf } from '#modules/text-index/hashes.ts';
import { inOtherLayout, russianLetters, soundOf } from '#modules/text-index/sounds.ts';
import type { TextColumns } from '#modules/text-index/text-columns.ts';
import { ensure } from '#shared/ensure.ts';
import { folded } from '#shared/folded.ts';
import { misprints } from './misprints.ts';
import type { SearchRules } from './read-rules.ts';

export type Correction = 'layout' | 'translit' | 'typo' | 'fewer_words';

/** A query after its words were mended: as text, and by what the first change was made. */
export type Corrected = { text: string; correction: Correction | null; isDoubtful: boolean };

type Lexicon = { texts: readonly TextColumns[]; rules: SearchRules };

/** The least beginning of an unfinished word that is believed. */
const leastPrefix = 2;

/**
 * Mends word by word what no product is found by: the other keyboard layout, Latin letters for Russian ones, a word
 * broken in two or two run together, misprints. Words that are known stay. The last word may be unfinished.
 */
export function correctQuery(lexicon: Lexicon, typed: string): Corrected {
  const chunks = typed.split(/\s+/).filter(Boolean);
  const done: string[] = [];
  let correction: Correction | null = null;
  let isDoubtful = false;
  let isJoined = false;
  for (const [at, chunk] of chunks.entries()) {
    if (isJoined) {
      isJoined = false;
      continue;
    }
    const next = chunks[at + 1];
    const isLast = next === undefined;
    if (isUnitOf(chunks[at - 1] ?? '', chunk)) {
      done.push(chunk);
      continue;
    }
    if (isKnown(lexicon, chunk) || tokensOf(chunk).length === 0) {
      done.push(isKnown(lexicon, chunk) ? chunk : (layoutOfSigns(lexicon, chunk) ?? chunk));
      continue;
    }
    const joined = isLast ? null : joinedWith(lexicon, chunk, next);
    if (joined) {
      done.push(joined);
      isJoined = true;
      continue;
    }
    if (isLast && isBeginning(lexicon, chunk)) {
      done.push(chunk);
      continue;
    }
    const mended = mend(lexicon, chunk, isLast);
    if (mended) {
      correction ??= mended.correction;
      isDoubtful ||= mended.isDoubtful;
    }
    done.push(mended?.text ?? chunk);
  }
  return { text: done.join(' '), correction, isDoubtful };
}

/** «2 метра»: a unit behind its number is no misprint of «метла», whether the goods write it so or not. */
function isUnitOf(number: string, chunk: string): boolean {
  if (!/^\d[\d.,]*$/.test(number)) return false;
  const [token, ...others] = tokensOf(`${number} ${chunk}`);
  return token?.kind === 'measure' && others.length === 0;
}

/** «;bljcnm» is a word typed with signs; a lone comma is none. */
function layoutOfSigns(lexicon: Lexicon, chunk: string): string | null {
  const other = inOtherLayout(chunk);
  return other.length > 3 && isKnown(lexicon, other) ? other : null;
}

function mend(
  lexicon: Lexicon,
  chunk: string,
  isLast: boolean,
): { text: string; correction: Correction; isDoubtful: boolean } | null {
  const other = inOtherLayout(chunk);
  const isLatin = /[a-z]/i.test(chunk);
  const sure = (text: string, correction: Correction) => ({ text, correction, isDoubtful: false });
  const plain = chunk.toLowerCase();
  // One letter is nothing to recognise a layout by: «в/э» is no «d».
  const isReadable = other !== plain && /\p{L}{2}/u.test(other);
  if (isReadable && (isKnown(lexicon, other) || stopWords.has(other))) return sure(other, 'layout');
  const written = russianLetters(plain);
  if (isLatin && isKnown(lexicon, written)) return sure(written, 'translit');
  const alike = soundAlike(lexicon, plain);
  if (alike) return sure(alike, isLatin === /[a-z]/.test(alike) ? 'typo' : 'translit');
  const otherAlike = other === plain ? null : soundAlike(lexicon, other);
  if (otherAlike) return sure(otherAlike, 'layout');
  if (isLast && other !== plain && other.length > 2 && isBeginning(lexicon, other)) return sure(other, 'layout');
  if (isLast && isLatin && written.length > 3 && isBeginning(lexicon, written)) return sure(written, 'translit');
  const split = splitWord(lexicon, plain);
  if (split) return sure(split, 'typo');
  const near = nearest(lexicon, plain);
  if (near) return { text: near.text, correction: 'typo', isDoubtful: near.distance > 1 };
  const nearOther = other === plain ? null : nearest(lexicon, other);
  if (nearOther) return { text: nearOther.text, correction: 'layout', isDoubtful: true };
  const nearWritten = isLatin ? nearest(lexicon, written) : null;
  if (nearWritten) return { text: nearWritten.text, correction: 'translit', isDoubtful: true };
  return null;
}

/** Every word and code of it is found by some product, is said to mean another, or needs not be found. */
export function isKnown({ texts, rules }: Lexicon, chunk: string): boolean {
  const tokens = tokensOf(chunk);
  if (tokens.length === 0) return false;
  return tokens.every((token) => {
    if (token.kind !== 'word' && token.kind !== 'code') return true;
    if (stopWords.has(token.text) || rules.stops.has(exactTerm(token))) return true;
    if (token.kind === 'code' && (/^\d/.test(token.text) || articleIn(texts, token) !== null)) return true;
    // «дрель-шуруповёрт»: the parts count when nobody writes them together.
    const terms = token.kind === 'code' || token.words.length < 2 ? token.terms.slice(0, 1) : token.words.map(wordTerm);
    return (
      terms.every((term) => isTerm(texts, rules, term)) ||
      (token.kind === 'word' && token.words.length > 1 && isTerm(texts, rules, exactTerm(token)))
    );
  });
}

function isTerm(texts: readonly TextColumns[], rules: SearchRules, term: string): boolean {
  return countOf(texts, term) > 0 || rules.synonyms.has(term) || rules.words.has(term);
}

/**
 * The article, barcode or code beside other words that this is, as `keyOf` gives it. A short number is rather a size.
 */
export function articleIn(texts: readonly TextColumns[], token: Token): string | null {
  if (token.kind !== 'code' && token.kind !== 'number') return null;
  const key = keyOf(token.text);
  if (key.length < (token.kind === 'code' ? 3 : 5)) return null;
  return texts.some((text) => rowsOfKey(text, key).length > 0) ? key : null;
}

/** In how many documents the term stands. */
export function countOf(texts: readonly TextColumns[], term: string): number {
  let count = 0;
  for (const text of texts) {
    const number = findTerm(text, term);
    if (number !== -1) count += termCount(text, number);
  }
  return count;
}

function isBeginning({ texts }: Lexicon, chunk: string): boolean {
  const word = sameScript(folded(chunk));
  if (word.length < leastPrefix || !/^\p{L}+$/u.test(word)) return false;
  return texts.some((text) => termsBeginning(text, word, 1).length > 0);
}

/** «гипсо картон» → «гипсокартон», when neither part is a word of the shop by itself. */
function joinedWith(lexicon: Lexicon, chunk: string, next: string): string | null {
  if (!/^\p{L}{2,}-?$/u.test(chunk) || !/^\p{L}{2,}$/u.test(next)) return null;
  const joined = `${chunk.replace('-', '')}${next}`;
  return isKnown(lexicon, joined) ? joined : null;
}

/** «краскабелая» → «краска белая»: two words of the shop, each of three letters or more. */
function splitWord(lexicon: Lexicon, word: string): string | null {
  const hyphenated = word.replace('-', '');
  if (hyphenated !== word && isKnown(lexicon, hyphenated)) return hyphenated;
  if (!/^\p{L}{7,30}$/u.test(word)) return null;
  let best: { text: string; least: number } | null = null;
  for (let at = 3; at <= word.length - 3; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    const counts = parts.map((part) =>
      lexicon.texts.some((text) => findWord(text, part) !== -1) ? countOf(lexicon.texts, wordTerm(part)) : 0,
    );
    const least = Math.min(...counts);
    if (least > (best?.least ?? 0)) best = { text: parts.join(' '), least };
  }
  return best?.text ?? null;
}

/** A word that sounds the same in whichever letters: «knauf» for «кнауф», «шекспна» for none. */
function soundAlike({ texts }: Lexicon, word: string): string | null {
  if (!/^\p{L}{3,}$/u.test(word)) return null;
  const sound = soundOf(word);
  if (sound.length < 2) return null;
  const hash = hash32(sound);
  let best: { word: string; count: number } | null = null;
  for (const text of texts) {
    for (const number of wordsOfHash(text.soundHashes, text.soundWords, hash)) {
      const found = wordAt(text, number);
      const count = text.wordCounts[number] ?? 0;
      if (soundOf(found) === sound && count > (best?.count ?? 0)) best = { word: found, count };
    }
  }
  return best?.word ?? null;
}

/** The text with each unknown word replaced by the nearest known one; null when one has none near. */
function nearest(lexicon: Lexicon, chunk: string): { text: string; distance: number } | null {
  let distance = 0;
  let isMended = false;
  const text = folded(chunk).replace(/\p{L}+/gu, (word) => {
    if (isKnown(lexicon, word)) return word;
    const found = nearestWord(lexicon, word);
    if (!found) return word;
    isMended = true;
    distance = Math.max(distance, found.distance);
    return found.word;
  });
  return isMended ? { text, distance } : null;
}

/**
 * The known word with the fewest misprints between, one allowed from 4 letters and two from 8; of equals the one that
 * begins alike, then the commoner.
 */
export function nearestWord({ texts, rules }: Lexicon, typed: string): { word: string; distance: number } | null {
  const word = sameScript(typed);
  const allowed = allowedTypos(word.length);
  if (allowed === 0) return null;
  const hashes = typoHashesOf(word);
  let best: { word: string; distance: number; rank: number } | null = null;
  const consider = (other: string, count: number) => {
    if (Math.abs(other.length - word.length) > allowed) return;
    const distance = misprints(word, other, allowed);
    if (distance > allowed) return;
    const rank = distance * 100 + (other[0] === word[0] ? 0 : 30) - Math.min(25, Math.log2(1 + count));
    if (!best || rank < best.rank) best = { word: other, distance, rank };
  };
  for (const text of texts) {
    const seen = new Set<number>();
    for (const hash of hashes)
      for (const number of wordsOfHash(text.typoHashes, text.typoWords, hash)) seen.add(number);
    for (const number of seen) consider(wordAt(text, number), termCount(text, ensure(text.wordTerms[number])));
  }
  for (const other of rules.written) consider(other, 1);
  return best;
}
