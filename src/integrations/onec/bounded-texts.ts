/**
 * What of a good or offer was left out or shortened while the rest is taken. `key`: the field, the price type, the
 * warehouse.
 */
export type Fault = { what: 'fields' | 'prices' | 'stocks'; key: string; reason: string };

/**
 * In characters. What is longer is left out or shortened, and named: longer keys fit no index, longer texts no page.
 * `goodId`: by the schemas 2.08–2.10; 1C would get no order of a good with a longer one.
 */
export const longest = {
  goodId: 80,
  id: 250,
  word: 250,
  unit: 50,
  name: 1_000,
  value: 5_000,
  description: 200_000,
  path: 1_000,
};
/** Of one good. */
export const most = { groups: 100, pictures: 100, properties: 2_000, characteristics: 50 };

export type BoundedTexts = ReturnType<typeof boundedTexts>;

/** Texts and lists of one good or offer within bounds; what does not fit is noted in `faults`. */
export function boundedTexts(faults: Fault[]) {
  const fault = (key: string, reason: string) => {
    faults.push({ what: 'fields', key, reason });
  };
  return {
    /** Left out when longer: half a code is another code. */
    whole(key: string, text: string, limit = longest.word): string {
      if (text.length <= limit) return text;
      fault(key, `длиннее ${limit} знаков, не принято`);
      return '';
    },
    shortened(key: string, text: string, limit: number): string {
      if (text.length <= limit) return text;
      fault(key, `длиннее ${limit} знаков, взято начало`);
      return `${beginning(text, limit - 1)}…`;
    },
    few<T>(key: string, rows: T[], limit: number): T[] {
      if (rows.length <= limit) return rows;
      fault(key, `больше ${limit} значений (${rows.length}), взяты первые`);
      return rows.slice(0, limit);
    },
  };
}

/**
 * The first `most` characters of a text, never with half of a sign at the end: the database takes no JSON with half of
 * an emoji.
 */
export function beginning(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
