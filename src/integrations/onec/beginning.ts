/**
 * The first `most` characters of a text, never with half of a sign at the end: the database takes no JSON with half of
 * an emoji.
 */
export function beginning(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
