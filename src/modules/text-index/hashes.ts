import { folded } from '#shared/folded.ts';

/** An article, barcode or code as it is compared: letters and digits, letters that look alike made one. */
export function keyOf(code: string): string {
  return twins(folded(code.normalize('NFC')).replace(/[^0-9a-zа-я]/g, ''));
}

const twinLetters = new Map([...'abekmhopctxy'].map((letter, at) => [letter, 'авекмнорстху'.charAt(at)]));

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

/**
 * Hashes under which a word and its misspellings meet: its beginning with none, one and, in a long word, two letters
 * left out.
 */
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
