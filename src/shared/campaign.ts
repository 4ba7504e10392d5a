/** Where a visitor came from, by the utm marks of the landing (UTM_SOURCE … of the CRM, S7-24). */
export type Campaign = { source: string; medium: string; campaign: string; content: string; term: string };

export const campaignCookieName = 'utm';
/** How long a landing is remembered: the usual window in which a lead is counted to its advertisement. */
export const campaignCookieSeconds = 2_592_000;

/** Each stands in an address behind `utm_`. */
export const utmMarks = ['source', 'medium', 'campaign', 'content', 'term'] as const;
/** The whole cookie header stays under 7 KB. */
const longestValue = 80;
const longestCookie = 600;

/** The marks of a query string ('?utm_source=…'), or null when it names no source. */
export function readCampaign(search: string): Campaign | null {
  return campaignFrom(new URLSearchParams(search), 'utm_');
}

/** Marks → the cookie's value; the last ones go when all of them are too long. */
export function writeCampaignCookie(campaign: Campaign): string {
  const kept = new URLSearchParams();
  for (const mark of utmMarks) {
    const longer = new URLSearchParams(kept);
    if (campaign[mark]) longer.set(mark, campaign[mark]);
    if (longer.toString().length <= longestCookie) kept.set(mark, campaign[mark]);
  }
  for (const mark of utmMarks) if (!kept.get(mark)) kept.delete(mark);
  return kept.toString();
}

/** What `writeCampaignCookie` made; null for anything else. */
export function readCampaignCookie(value: string | undefined): Campaign | null {
  return value && value.length <= longestCookie ? campaignFrom(new URLSearchParams(value), '') : null;
}

function campaignFrom(query: URLSearchParams, prefix: string): Campaign | null {
  const read = (mark: string) =>
    (query.get(prefix + mark) ?? '')
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .trim()
      .slice(0, longestValue);
  const [source, medium, campaign, content, term] = utmMarks.map(read) as [string, string, string, string, string];
  return source ? { source, medium, campaign, content, term } : null;
}
