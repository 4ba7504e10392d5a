import { randomUUID } from 'node:crypto';
import { data, redirect } from 'react-router';
import { favouritesCookieSeconds, listLimits } from '#shared/constants.ts';
import { cookieDomain, serializeCookie } from '#shared/cookies.ts';
import {
  compareCookie,
  favouritesCookie,
  readIds,
  seeId,
  toggleId,
  viewedCookie,
  viewedOffCookie,
  writeIds,
} from '#shared/lists.ts';
import { compareUrl, favoritesUrl, viewedUrl } from '#shared/urls.ts';
import { visitorCookie } from '#shared/visitor-cookie.ts';
import type { ListAnswer } from '#web/parts/goods/list-toggle.tsx';
import type { Shop } from '#web/parts/request/context.ts';
import { fullWords } from './full-words.ts';

export type ListName = 'favourites' | 'compare' | 'viewed';

const pages = { favourites: favoritesUrl(), compare: compareUrl(), viewed: viewedUrl() } as const;

type Change = { ids: number[]; answer: ListAnswer };

/**
 * The action of /favorites/, /compare/ and /viewed/: adds or removes one product (S4-14), takes over a shared list
 * (intent=keep), empties the list (clear), or stops and starts writing down what is looked at (off, on). The answer is
 * words for a fetcher (`stay`), else a redirect back to the page the form stood on; words that a redirect would lose
 * lead to the list itself. A robot's lists are not kept.
 */
export async function changeList({ requestContext, config }: Shop, request: Request, list: ListName) {
  const form = await request.formData();
  const headers = new Headers();
  let answer: ListAnswer = { is_on: false, message: null };
  if (!requestContext.isBot) {
    const base = { domain: cookieDomain(requestContext.host, config.MAIN_DOMAIN), secure: requestContext.isSecure };
    const keep = (name: string, value: string) => {
      const maxAgeSeconds = value === '' ? 0 : favouritesCookieSeconds;
      headers.append('Set-Cookie', serializeCookie(name, value, { ...base, maxAgeSeconds }));
    };
    const visitor = requestContext.visitor ?? randomUUID();
    const name = list === 'favourites' ? favouritesCookie : list === 'viewed' ? viewedCookie : compareCookie(visitor);
    const intent = form.get('intent');
    if (list === 'viewed' && (intent === 'off' || intent === 'on')) keep(viewedOffCookie, intent === 'off' ? '1' : '');
    const changed = changedIds(
      list,
      readIds(requestContext.cookies[name], listLimits[list]),
      form,
      requestContext.cookies,
    );
    if (changed) {
      answer = changed.answer;
      if (list === 'compare' && requestContext.visitor === null)
        headers.append('Set-Cookie', visitorCookie(requestContext, config.MAIN_DOMAIN, visitor));
      keep(name, writeIds(changed.ids));
    }
  }
  if (form.get('stay')) return data(answer, { headers });
  const isTakenOver = form.get('intent') === 'keep';
  const back = answer.message
    ? `${pages[list]}?full=1`
    : isTakenOver
      ? pages[list]
      : backFrom(request, requestContext.here, list);
  return redirect(back, { status: 303, headers });
}

/** The list after the form; null: the form changes nothing of it. */
function changedIds(list: ListName, ids: number[], form: FormData, cookies: Record<string, string>): Change | null {
  const noNotice: ListAnswer = { is_on: false, message: null };
  const id = Number(form.get('product_id'));
  const isId = Number.isInteger(id) && id > 0 && id <= 0x7fff_ffff;
  switch (form.get('intent')) {
    case 'clear':
      return { ids: [], answer: noNotice };
    case 'remove':
      return isId ? { ids: ids.filter((other) => other !== id), answer: noNotice } : null;
    case 'keep':
      return list === 'viewed' ? null : takenOver(list, ids, readIds(String(form.get('ids') ?? ''), listLimits[list]));
    case 'off':
    case 'on':
      return null;
  }
  if (!isId) return null;
  if (list === 'viewed') return cookies[viewedOffCookie] ? null : { ids: seeId(ids, id), answer: noNotice };
  const { ids: toggled, is_on, is_full } = toggleId(ids, id, listLimits[list]);
  return { ids: toggled, answer: { is_on, message: is_full ? fullWords[list] : null } };
}

/** The shared ones that are not there yet, before the own, as many as there is room for. */
function takenOver(list: 'favourites' | 'compare', ids: number[], shared: number[]): Change {
  const fresh = shared.filter((id) => !ids.includes(id));
  const room = listLimits[list] - ids.length;
  const message = fresh.length > room ? fullWords[list] : null;
  return { ids: [...fresh.slice(0, room), ...ids], answer: { is_on: true, message } };
}

/** The page of this shop the form was on; anything else leads to the list itself, never away. */
function backFrom(request: Request, origin: string, list: ListName): string {
  const own = pages[list];
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return own;
  const from = new URL(referer);
  return from.origin === origin && !from.pathname.startsWith('//') ? from.pathname + from.search : own;
}
