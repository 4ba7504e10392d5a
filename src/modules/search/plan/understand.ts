import type { Listing } from '#modules/catalogue/schema.ts';
import type { Switch } from '#shared/listing-query.ts';
import { phraseKey } from './read-rules.ts';

/** A piece of the query taken for a filter. */
export type Understood = {
  kind: 'price_from' | 'price_to' | 'base_price_from' | 'base_price_to' | Switch | 'brand' | 'value';
  /** As it was typed: «до 1000 ₽». */
  text: string;
  /** As it is shown: «до 1 000 ₽», «в наличии», «Кнауф». */
  label: string;
  /** The query without it. */
  remove: string;
  /** Of a brand or a value: the filter it is, as in a listing. */
  code?: string;
};

export type UnderstoodFilters = Pick<
  Listing,
  'price_from' | 'price_to' | 'base_price_from' | 'base_price_to' | Switch
> & {
  /** As in a listing: attribute code → value ids; `brand` → slugs. */
  filters: Record<string, string[]>;
};

const money = '(\\d{1,3}(?:[ \u00a0]\\d{3})+|\\d+)(?:[.,](\\d{1,2}))?';
const thousands = '(?:\\s*(тыс(?:яч[аи]?|\\.)?|т\\.?\\s?р\\.?|к))?';
const currency = '(?:\\s*(₽|руб(?:л(?:ей|я|ь))?\\.?|р\\.?))?';
const end = '(?![\\p{L}\\p{N}])';
const rangePattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:от\\s+)${money}${thousands}${currency}\\s*(?:до|-|–)\\s*${money}${thousands}${currency}${end}`,
  'iu',
);
const topPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(до)|дешевле(?:\\s+чем)?|не\\s+дороже|не\\s+более|не\\s+больше|в\\s+пределах|меньше)\\s+${money}${thousands}${currency}${end}`,
  'iu',
);
const bottomPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(от)|дороже(?:\\s+чем)?|не\\s+дешевле)\\s+${money}${thousands}${currency}${end}`,
  'iu',
);
const stockPattern = /(?<![\p{L}\p{N}])(?:есть\s+)?(?:в\s+наличии|на\s+складе)(?![\p{L}\p{N}])/iu;
const discountPattern =
  /(?<![\p{L}\p{N}])(?:со\s+скидк(?:ой|ами)|по\s+акции|с\s+уценкой|на\s+распродаже)(?![\p{L}\p{N}])/iu;

const perUnitPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(до|дешевле(?:\\s+чем)?|не\\s+дороже|не\\s+более|не\\s+больше|меньше|от|дороже(?:\\s+чем)?|не\\s+дешевле)\\s+` +
    `${money}${thousands}${currency}\\s*(?:за|/)\\s*(?:1\\s?|один\\s|одну\\s)?(кв\\.?\\s?м\\.?|м\\.?\\s?кв\\.?|куб\\.?\\s?м\\.?|м\\.?\\s?куб\\.?|\\p{L}+[23²³]?\\.?)${end}`,
  'iu',
);

/** A bare number below this is rather a size than a price. */
const leastBarePrice = 100;

/**
 * Takes out of the query what is surely a filter: bounds of price with a currency or large enough, availability,
 * discount. What remains is searched by words. Money of the filters in kopecks. `baseUnits`: those that goods are sold
 * by; a price of one of them narrows to its goods (`unit`).
 */
export function understand(
  query: string,
  baseUnits: readonly string[],
): { rest: string; understood: Understood[]; filters: UnderstoodFilters; unit: string | null } {
  const found: { kind: Understood['kind']; label: string; text: string; at: number }[] = [];
  const filters: UnderstoodFilters = { filters: {} };
  let rest = query;
  const take = (match: RegExpExecArray, kind: Understood['kind'], label: string) => {
    found.push({ kind, label, text: match[0].trim(), at: query.indexOf(match[0].trim()) });
    rest = rest.replace(match[0], ' ');
  };

  let unit: string | null = null;
  const perUnit = perUnitPattern.exec(rest);
  if (perUnit) {
    const [, bound = '', whole = '', decimals, thousand, , own = ''] = perUnit;
    const key = unitKey(own);
    unit = baseUnits.find((one) => unitKey(one) === key) ?? null;
    if (unit !== null) {
      const amount = kopecks(whole, decimals, thousand);
      const isFrom = /^(?:от|дороже|не\s+дешевле)/iu.test(bound);
      filters[isFrom ? 'base_price_from' : 'base_price_to'] = amount;
      const label = `${isFrom ? 'от' : 'до'} ${roublesText(amount)} за\u00a0${unit}`;
      take(perUnit, isFrom ? 'base_price_from' : 'base_price_to', label);
    }
  }
  const range = rangePattern.exec(rest);
  if (range) {
    const [, from = '', fromDecimals, fromThousand, fromCurrency, to = '', toDecimals, toThousand, toCurrency] = range;
    const low = kopecks(from, fromDecimals, fromThousand ?? toThousand);
    const high = kopecks(to, toDecimals, toThousand);
    const isSure =
      low < high &&
      (fromCurrency !== undefined ||
        toCurrency !== undefined ||
        toThousand !== undefined ||
        low >= leastBarePrice * 100);
    if (isSure) {
      filters.price_from = low;
      filters.price_to = high;
      take(range, 'price_to', `от ${roublesText(low)} до ${roublesText(high)}`);
    }
  }
  const top = filters.price_to === undefined ? topPattern.exec(rest) : null;
  if (top) {
    const { amount, isSure } = boundOf(top);
    if (isSure) {
      filters.price_to = amount;
      take(top, 'price_to', `до ${roublesText(amount)}`);
    }
  }
  const bottom = filters.price_from === undefined ? bottomPattern.exec(rest) : null;
  if (bottom) {
    const { amount, isSure } = boundOf(bottom);
    if (isSure) {
      filters.price_from = amount;
      take(bottom, 'price_from', `от ${roublesText(amount)}`);
    }
  }
  const stock = stockPattern.exec(rest);
  if (stock) {
    filters.in_stock = true;
    take(stock, 'in_stock', 'в наличии');
  }
  const discount = discountPattern.exec(rest);
  if (discount) {
    filters.discounted = true;
    take(discount, 'discounted', 'со скидкой');
  }
  const understood = found
    .sort((a, b) => a.at - b.at)
    .map(({ kind, label, text }) => ({ kind, text, label, remove: tidy(query.replace(text, ' ')) }));
  return { rest: tidy(rest), understood, filters, unit };
}

/**
 * What `topPattern` or `bottomPattern` has found. A bare «до» or «от» may stand before a size: sure is what names
 * thousands or a currency, or is large.
 */
function boundOf([, preposition, whole = '', decimals, thousand, named]: RegExpExecArray): {
  amount: number;
  isSure: boolean;
} {
  const amount = kopecks(whole, decimals, thousand);
  const isNamed = preposition === undefined || thousand !== undefined || named !== undefined;
  return { amount, isSure: isNamed || amount >= leastBarePrice * 100 };
}

/** A unit in whichever spelling: «кв. м», «м2», «квадрат». */
function unitKey(unit: string): string {
  const spelled = unit
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^куб\.?\s?м$|^м\.?\s?куб$/u, 'м3');
  return phraseKey(`1 ${spelled}`);
}

function kopecks(whole: string, decimals: string | undefined, thousand: string | undefined): number {
  const amount = Number(whole.replace(/[ \u00a0]/g, '')) * 100 + Number((decimals ?? '').padEnd(2, '0'));
  return Math.min(2_147_483_647, thousand === undefined ? amount : amount * 1000);
}

function roublesText(amount: number): string {
  const [whole, decimals] = (amount / 100).toFixed(2).split('.') as [string, string];
  const grouped = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, '\u00a0');
  return `${grouped}${decimals === '00' ? '' : `,${decimals}`}\u00a0₽`;
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, '');
}
