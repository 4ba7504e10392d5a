import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isRobot } from '#platform/device.ts';
import { serializeCookie } from '#shared/cookies.ts';
import { type PageFacts, pageFacts } from './page-facts.ts';

/**
 * A visitor's tenth of an A/B split; `cookie`: the Set-Cookie value that makes it last, null when the browser has it or
 * is a robot.
 */
export type Split = { bucket: string; cookie: string | null };

/** 90 days: longer than a test runs. */
const splitSeconds = 7_776_000;

/**
 * Pages with the fact `hasSplit` may be shown in two variants. The tenth is drawn once per browser and stored in a
 * cookie of one digit, so that the variant is known before a cached page is looked up: the key holds it, and the page
 * comes in its variant at once. Robots see variant a. null: a page without variants.
 */
export function splitOf({ url = '/', headers }: IncomingMessage): Split | null {
  if (!splitAddress.test(url)) return null;
  const known = /(?:^|; )split=([0-9])(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  if (known !== undefined) return { bucket: known, cookie: null };
  if (isRobot(headers['user-agent'])) return { bucket: '9', cookie: null };
  const bucket = String(randomInt(10));
  return { bucket, cookie: serializeCookie('split', bucket, { maxAgeSeconds: splitSeconds, httpOnly: true }) };
}

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
