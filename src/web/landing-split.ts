import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isRobot } from '#platform/device.ts';
import { parseCookies, serializeCookie } from '#shared/cookies.ts';
import { dataEnd } from '#shared/data-address.ts';
import { type PageFacts, pageFacts } from '#shared/page-facts.ts';
import { readSeen, seenCookie, seenCookieSeconds, withSeen } from '#shared/seen-landings.ts';
import { landingsStart } from '#shared/urls.ts';
import { isFetchedAhead } from './seen-page.ts';

/**
 * A visitor's tenth of an A/B split; `cookie`: the Set-Cookie value that makes it last, null when the browser has it or
 * is a robot. `seen`: the landing page that this browser sees for the first time, with the Set-Cookie value that
 * remembers it: for those who are counted.
 */
export type Split = { bucket: string; cookie: string | null; seen: { slug: string; cookie: string } | null };

/** 90 days: longer than a test runs. */
const splitSeconds = 7_776_000;

/**
 * Pages with the fact `hasSplit` may be shown in two variants. The tenth is drawn once per browser and stored in a
 * cookie of one digit, so that the variant is known before a cached page is looked up: the key holds it, and the page
 * comes in its variant at once. Robots see variant a. null: a page without variants.
 */
export function splitOf({ url = '/', headers }: IncomingMessage, now = new Date()): Split | null {
  if (!splitAddress.test(url)) return null;
  const known = /(?:^|; )split=([0-9])(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  if (isRobot(headers['user-agent'])) return { bucket: known ?? '9', cookie: null, seen: null };
  const seen = isFetchedAhead(headers) ? null : firstSeen(url, headers.cookie, now);
  if (known !== undefined) return { bucket: known, cookie: null, seen };
  const bucket = String(randomInt(10));
  const cookie = serializeCookie('split', bucket, { maxAgeSeconds: splitSeconds, httpOnly: true });
  return { bucket, cookie, seen };
}

/** null: no landing page, one that was seen before, or a visitor who refused to be counted. */
function firstSeen(url: string, cookies: string | undefined, now: Date): Split['seen'] {
  const slug = landingPage.exec(url)?.[1];
  const { analytics, [seenCookie]: seen } = parseCookies(cookies);
  const value = slug && analytics !== 'no' ? withSeen(readSeen(seen, now), slug, now) : null;
  if (!slug || value === null) return null;
  return { slug, cookie: serializeCookie(seenCookie, value, { maxAgeSeconds: seenCookieSeconds, httpOnly: true }) };
}

/** Its document, or what a script fetches of it: `/lp/x/`, `/lp/x.data`, `/lp/x/_.data`; no preview. */
const landingPage = new RegExp(
  String.raw`^${landingsStart}([a-z0-9][a-z0-9-]{0,79})/?${dataEnd}?(?:\?(?!(?:.*&)?preview=)|$)`,
);

/** As cookies of whom the page is rendered for. */
export function splitCookie(split: Split | null): Record<string, string> {
  return split ? { split: split.bucket } : {};
}

/** `/lp/:slug`, but none of the fixed addresses beside it. */
const splitAddress = new RegExp(
  Object.entries<PageFacts>(pageFacts)
    .filter(([, { hasSplit }]) => hasSplit)
    .map(([path]) => {
      const start = path.slice(0, path.lastIndexOf('/') + 1);
      const beside = Object.keys(pageFacts).filter((other) => other !== path && other.startsWith(start));
      return `^${start}(?!(?:${beside.map((other) => other.slice(start.length)).join('|')})(?:[/.?]|$))`;
    })
    .join('|'),
);
