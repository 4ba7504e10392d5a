import { campaignCookieName, campaignCookieSeconds, readCampaign, writeCampaignCookie } from '#shared/campaign.ts';

/**
 * Remembers by which campaign the visitor came, for the lead (S7-24). Pages are kept for all visitors without the marks
 * of campaigns, so it happens in the browser. `domain`: the parent domain that all branches share.
 */
export function keepCampaign(domain: string | null): void {
  const campaign = readCampaign(window.location.search);
  if (!campaign) return;
  const parts = [
    `${campaignCookieName}=${writeCampaignCookie(campaign)}`,
    'Path=/',
    `Max-Age=${campaignCookieSeconds}`,
    'SameSite=Lax',
  ];
  if (domain) parts.push(`Domain=${domain}`);
  if (window.location.protocol === 'https:') parts.push('Secure');
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox of last years
  document.cookie = parts.join('; ');
}
