import { type Campaign, campaignCookieName, readCampaign, readCampaignCookie } from '#shared/campaign.ts';

/**
 * The campaign a visitor came by: the cookie that a script set at the landing, else (without JavaScript) the marks of
 * the request's own address or of the page of ours it was sent from. null: no campaign.
 */
export function campaignOf(requestContext: { cookies: Record<string, string> }, request: Request): Campaign | null {
  const known = readCampaignCookie(requestContext.cookies[campaignCookieName]);
  if (known) return known;
  const asked = new URL(request.url);
  const here = readCampaign(asked.search);
  if (here) return here;
  const referer = request.headers.get('Referer');
  if (!referer || !URL.canParse(referer)) return null;
  const from = new URL(referer);
  return from.host === asked.host ? readCampaign(from.search) : null;
}
