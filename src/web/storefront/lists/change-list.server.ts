import { randomUUID } from 'node:crypto';
import { data, redirect } from 'react-router';
import { cookieDomain, serializeCookie } from '#platform/cookies.ts';
import { favouritesCookieSeconds, listLimits, visitorCookieSeconds } from '#shared/constants.ts';
import { compareCookie, favouritesCookie, readIds, seeId, toggleId, viewedCookie, writeIds } from '#shared/lists.ts';
import type { Shop } from '#web/context.ts';
import type { ListAnswer } from '#web/ui/list-toggle.tsx';

export type ListName = 'favourites' | 'compare' | 'viewed';

const fullWords = {
  favourites: `Список заполнен: в избранном не больше ${listLimits.favourites} товаров`,
  compare: `Список заполнен: сравниваем не больше ${listLimits.compare} товаров`,
} as const;

/**
 * The action of /favorites/, /compare/ and /viewed/: adds or removes one product (S4-14), or with intent=clear empties the list. The answer is
 * words for a fetcher (`stay`), else a redirect back to the page the form stood on. A robot's lists are not kept.
 */
export async function changeList({ visit, config }: Shop, request: Request, list: ListName) {
  const form = await request.formData();
  const id = Number(form.get('product_id'));
  const isClearing = form.get('intent') === 'clear';
  const isKnown = Number.isInteger(id) && id > 0 && id <= 0x7fff_ffff;
  const headers = new Headers();
  let answer: ListAnswer = { is_on: false, message: null };
  if (!visit.isBot && (isClearing || isKnown)) {
    const base = { domain: cookieDomain(visit.host, config.MAIN_DOMAIN), secure: visit.isSecure };
    const visitor = visit.visitor ?? randomUUID();
    const name = list === 'favourites' ? favouritesCookie : list === 'viewed' ? viewedCookie : compareCookie(visitor);
    const ids = readIds(visit.cookies[name], listLimits[list]);
    const changed = isClearing
      ? []
      : list === 'viewed'
        ? viewed(ids, id, form.get('intent') === 'remove')
        : toggled(list);
    function toggled(kind: 'favourites' | 'compare'): number[] {
      const result = toggleId(ids, id, listLimits[kind]);
      answer = { is_on: result.is_on, message: result.is_full ? fullWords[kind] : null };
      return result.ids;
    }
    if (list === 'compare' && visit.visitor === null) {
      headers.append(
        'Set-Cookie',
        serializeCookie('visitor', visitor, { ...base, httpOnly: true, maxAgeSeconds: visitorCookieSeconds }),
      );
    }
    const maxAgeSeconds = changed.length === 0 ? 0 : favouritesCookieSeconds;
    headers.append('Set-Cookie', serializeCookie(name, writeIds(changed), { ...base, maxAgeSeconds }));
  }
  if (form.get('stay')) return data(answer, { headers });
  return redirect(backFrom(request, visit.origin, list), { status: 303, headers });
}

function viewed(ids: number[], id: number, isRemoved: boolean): number[] {
  return isRemoved ? ids.filter((other) => other !== id) : seeId(ids, id);
}

/** The page of this shop the form was on; anything else leads to the list itself, never away. */
function backFrom(request: Request, origin: string, list: ListName): string {
  const own = { favourites: '/favorites/', compare: '/compare/', viewed: '/viewed/' }[list];
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return own;
  const from = new URL(referer);
  return from.origin === origin && !from.pathname.startsWith('//') ? from.pathname + from.search : own;
}
