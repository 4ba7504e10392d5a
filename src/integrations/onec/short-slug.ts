import { slugOf } from '#shared/transliterate.ts';

/** Longer addresses help nobody; names of 1C run to a thousand letters. */
const maxLength = 120;

/** The name's part of an address, at most 120 letters, cut between words; '' when nothing is left of it. */
export function shortSlug(name: string): string {
  const slug = slugOf(name.normalize('NFC'));
  return slug.length <= maxLength ? slug : slug.slice(0, maxLength).replace(/-[^-]*$/, '');
}
