import { listLimits } from './constants.ts';
import { parseCookies } from './cookies.ts';

/**
 * The visitor's lists live in cookies only (S7-29): product ids in base 36 joined by dots, newest first, readable by
 * scripts. Everything here is pure, so the server's actions and the browser's hearts agree on every byte.
 */
export const favouritesCookie = 'favourites';
export const viewedCookie = 'viewed';
/** There: this browser wants nothing written down of what it looks at. */
export const viewedOffCookie = 'viewed_off';
/** S9-01: the guest's cart is named by the visitor's uuid behind it. */
export const guestCartPrefix = 'Basket_idd_';

/** Compare is kept per visitor uuid (S3-12). */
export function compareCookie(uuid: string): string {
  return `compare_${uuid}`;
}

/** The uuid a compare cookie is named by, whoever's it is; null: no compare cookie. */
export function guestOfCompare(name: string): string | null {
  return /^compare_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(name)?.[1] ?? null;
}

/** Cookie value → ids; anything that is not an id is dropped, repeats and what exceeds the limit too. */
export function readIds(value: string | undefined, limit: number): number[] {
  const ids = new Set<number>();
  for (const part of (value ?? '').split('.')) {
    if (!/^[0-9a-z]{1,7}$/.test(part)) continue;
    const id = Number.parseInt(part, 36);
    if (id > 0 && id <= 0x7fff_ffff) ids.add(id);
  }
  return [...ids].slice(0, limit);
}

/** Ids → cookie value; an empty list is an empty value, and its cookie is deleted. */
export function writeIds(ids: number[]): string {
  return ids.map((id) => id.toString(36)).join('.');
}

export type Toggled = { ids: number[]; is_on: boolean; is_full: boolean };

/**
 * S4-14: adds if absent, removes if present. At the limit nothing is dropped silently: the list stays and `is_full`
 * says why.
 */
export function toggleId(ids: number[], id: number, limit: number): Toggled {
  if (ids.includes(id)) return { ids: ids.filter((other) => other !== id), is_on: false, is_full: false };
  if (ids.length >= limit) return { ids, is_on: false, is_full: true };
  return { ids: [id, ...ids], is_on: true, is_full: false };
}

/** The product just seen comes first; the oldest beyond the limit goes. */
export function seeId(ids: number[], id: number): number[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, listLimits.viewed);
}

/** The cookies a page reads after load: counts of the guest's cart lines by product id, and the three lists. */
export type VisitorLists = {
  favourites: number[];
  compare: number[];
  viewed: number[];
  cart: Record<number, number>;
};

/** A Cookie header or `document.cookie` → the lists. */
export function visitorLists(header: string): VisitorLists {
  const lists: VisitorLists = { favourites: [], compare: [], viewed: [], cart: {} };
  for (const [name, value] of Object.entries(parseCookies(header))) {
    if (name === favouritesCookie) lists.favourites = readIds(value, listLimits.favourites);
    else if (name === viewedCookie) lists.viewed = readIds(value, listLimits.viewed);
    else if (name.startsWith('compare_')) lists.compare = readIds(value, listLimits.compare);
    else if (name.startsWith(guestCartPrefix)) lists.cart = cartCounts(value);
  }
  return lists;
}

/** Counts by product id of a guest cart cookie `1.{id}-{count}.…~{coupon}` (base 36); a broken one is empty. */
function cartCounts(value: string): Record<number, number> {
  const counts: Record<number, number> = {};
  const lines = (value.split('~')[0] ?? '').split('.');
  if (lines.shift() !== '1') return counts;
  for (const line of lines) {
    const match = /^([0-9a-z]{1,7})-([0-9a-z]{1,4})$/.exec(line);
    if (match) counts[Number.parseInt(match[1] as string, 36)] = Number.parseInt(match[2] as string, 36);
  }
  return counts;
}
