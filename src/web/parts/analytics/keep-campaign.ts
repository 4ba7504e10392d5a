import { campaignCookieName, campaignCookieSeconds, readCampaign, writeCampaignCookie } from '#shared/campaign.ts';
import { writeCookie } from '#web/ui/own-cookies.ts';

/**
 * Remembers by which campaign the visitor came, for the lead (S7-24). Pages are cached for all visitors without the
 * marks of campaigns, so it happens in the browser. `domain`: the parent domain that all branches share.
 */
export function keepCampaign(domain: string | null): void {
  const campaign = readCampaign(window.location.search);
  if (campaign) writeCookie(campaignCookieName, writeCampaignCookie(campaign), campaignCookieSeconds, domain);
}
