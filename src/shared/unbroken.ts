/**
 * A name for narrow places: no line ends between a number and its unit («120 мм», «2,7 л», «200 шт.»). Not for what is
 * copied or searched for.
 */
export function unbroken(name: string): string {
  return name.replace(/(\d) (?=\p{L}{1,3}[²³]?(?:[\s.,/)]|$))/gu, '$1\u00a0');
}
