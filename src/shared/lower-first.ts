/** «Доставим завтра» → «доставим завтра», behind a colon or in a sentence; abbreviations stay («СБП»). */
export function lowerFirst(text: string): string {
  if (/^\p{Lu}{2}/u.test(text)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}
