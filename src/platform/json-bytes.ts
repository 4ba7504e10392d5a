import { memoize } from './cache.ts';

/**
 * JSON put together from cached pieces. A piece is a string with one character per byte of its UTF-8 («latin1»): such
 * strings are joined without a copy and sent without encoding, where a text with Russian letters would be encoded again
 * for each answer. Only numbers and other plain ASCII may be joined with pieces as they are; `Buffer.from(joined,
 * 'latin1')` is the answer. What is cached should be one such string or a slice of it: one put together from others is
 * walked through again each time it is sent.
 */
export function jsonBytes(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('latin1');
}

/**
 * A piece put together from others as one string of its own: to be cached, and sent without walking through its parts.
 */
export function flatBytes(piece: string): string {
  return Buffer.from(piece, 'latin1').toString('latin1');
}

/** An array of pieces. `join` would copy them all, and they are copied once more when they are sent. */
export function listBytes(pieces: string[]): string {
  let list = '[';
  for (let at = 0; at < pieces.length; at++) {
    if (at > 0) list += ',';
    list += pieces[at];
  }
  return `${list}]`;
}

/** More different words than this are not one shop's filters. */
const mostWords = 50_000;

/** `jsonBytes` of a text that comes again and again: a filter's value, a name, a unit. */
export const wordBytes: (word: string) => string = memoize({ name: 'json_words', max: mostWords }, jsonBytes);
