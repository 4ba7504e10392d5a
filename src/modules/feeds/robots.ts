import { utmMarks } from '#shared/campaign.ts';
import { clickMarks } from '#shared/campaign-marks.ts';

/** Yandex joins addresses that differ in these only. At most 500 characters a rule. */
const marks = [...utmMarks.map((mark) => `utm_${mark}`), ...clickMarks.split('|')];

/**
 * robots.txt of a branch's host. `origin`: scheme and host, without a slash at the end; `closed`: how addresses begin
 * that robots have no business with. Everything else may be read, and says itself whether to keep it.
 */
export function robotsText(origin: string, closed: string[]): string {
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    `Clean-param: ${marks.join('&')}`,
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** robots.txt of a host that is not the shop's: a test stand, an address, a name that only points here. */
export const closedRobotsText = 'User-agent: *\nDisallow: /\n';
