import type { IncomingMessage } from 'node:http';
import { hostName } from '#modules/departments/hosts.ts';
import { deviceTypeOf } from '#platform/device.ts';
import type { RenderedResponse } from '#platform/page-cache.ts';
import { schemeOf } from '#platform/trusted-proxy.ts';
import { campaignMark } from '#shared/campaign-marks.ts';
import { dataEnd, pagePathOf } from '#shared/data-address.ts';
import { beginningsOfNoPages, beginningsWith, pathsWith } from '#shared/page-facts.ts';
import type { Config } from '../config.ts';
import type { Split } from './landing-split.ts';

/**
 * Pages of one visitor, and what is no page: never cached. Everything else is the same for all visitors of a branch and
 * device.
 */
const personalPaths = [...beginningsWith(({ cache }) => cache === 'personal'), ...beginningsOfNoPages()];
const personalPath = new RegExp(String.raw`^/(${personalPaths.join('|')})(/|${dataEnd}|\?|$)`);

const previewedPath = new RegExp(pathsWith(({ hasPreview = false }) => hasPreview));

const longestCachedUrl = 500;

/**
 * `device scheme host`, the tenth of a landing page and the URL without campaign marks, or null for what is never
 * cached. The host is the name of a branch, without the port and whatever its letters: whoever makes one up is answered
 * before pages are rendered, and what a page says of its own address comes from the settings. With a query it is cached
 * from the second asking on.
 */
export function cacheKeyOf(request: IncomingMessage, config: Config, split: Split | null): string | null {
  const { method, headers, url = '/' } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.length > longestCachedUrl) return null;
  if (personalPath.test(url) || isPreview(url)) return null;
  const scheme = schemeOf(request, config);
  return `${deviceTypeOf(headers['user-agent'])} ${scheme}://${hostName(headers.host ?? '')}${split ? ` ${split.bucket}` : ''}\n${withoutCampaign(url)}`;
}

/** A signed link shows a draft: never cached, neither the document nor what a script fetches of it. */
function isPreview(url: string): boolean {
  const [path = '', query = ''] = url.split('?', 2);
  return /(?:^|&)preview=/.test(query) && previewedPath.test(pagePathOf(path));
}

/** The address, path and query, that a page of this key is rendered for. */
export function addressIn(key: string): string {
  return key.slice(key.indexOf('\n') + 1);
}

/**
 * The browser says that it has a session of business or staff, or looks at the shop at another moment: its pages are
 * its own, and whether that is so only the database and the keys know.
 */
export function isMarkedOwn({ headers }: IncomingMessage): boolean {
  return headers.cookie !== undefined && /(?:^|; )(?:signed=(?:b2b|staff)(?:;|$)|preview=)/.test(headers.cookie);
}

/** Marks of campaigns are taken off before a page is rendered and cached. */
function withoutCampaign(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const others = url
    .slice(at + 1)
    .split('&')
    .filter((pair) => pair !== '' && !campaignMark.test(pair.split('=', 1)[0] ?? ''));
  return others.length > 0 ? `${url.slice(0, at)}?${others.join('&')}` : url.slice(0, at);
}

/**
 * A redirect carries the marks of the campaign on, so that an old address in an advertisement still names its campaign
 * (S7-24).
 */
export function withCampaign(response: RenderedResponse, url: string): RenderedResponse {
  const { location } = response.headers;
  const marks = (url.split('?', 2)[1] ?? '')
    .split('&')
    .filter((pair) => campaignMark.test(pair.split('=', 1)[0] ?? ''));
  if (!location?.startsWith('/') || marks.length === 0) return response;
  const joint = location.includes('?') ? '&' : '?';
  return { ...response, headers: { ...response.headers, location: location + joint + marks.join('&') } };
}
