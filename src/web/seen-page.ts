import type { IncomingMessage } from 'node:http';
import { hostName } from '#modules/departments/hosts.ts';
import { isRobot } from '#platform/device.ts';
import { dataEnd, isDataAddress } from '#shared/data-address.ts';

/** What an answered page is to the counters of days; `product`: the slug of whose page it is. */
export type SeenPage = { host: string; isVisit: boolean; product: string | null };

/** Its document, or what a script fetches of it: `/product/x/`, `/product/x.data`, `/product/x/_.data`. */
const productPage = new RegExp(String.raw`^/product/([a-z0-9-]{1,200})/?${dataEnd}?(?:\?|$)`);
const otherHost = /^https?:\/\/([^/:?#]+)/i;

/**
 * null: nothing that is counted. A visit is a document that a person asks for by a link of another site, or by none:
 * not by one of this branch, and not again. What a browser fetches before it is asked to is no view; robots are no
 * people.
 */
export function seenPage({ method, url = '/', headers }: IncomingMessage): SeenPage | null {
  const userAgent = headers['user-agent'];
  if (method !== 'GET' || !userAgent || isRobot(userAgent)) return null;
  if (isFetchedAhead(headers)) return null;
  const host = hostName(headers.host ?? '');
  const product = productPage.exec(url)?.[1] ?? null;
  const isVisit = isEntry(url, headers, host);
  return isVisit || product !== null ? { host, isVisit, product } : null;
}

/** What a browser fetches before it is asked to. */
export function isFetchedAhead(headers: IncomingMessage['headers']): boolean {
  return /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`);
}

function isEntry(url: string, headers: IncomingMessage['headers'], host: string): boolean {
  if (isDataAddress(url) || headers['sec-fetch-dest'] === 'iframe') return false;
  if (!headers.accept?.includes('text/html')) return false;
  // Reloaded.
  if (/max-age=0|no-cache/.test(headers['cache-control'] ?? '')) return false;
  return otherHost.exec(headers.referer ?? '')?.[1]?.toLowerCase() !== host;
}
