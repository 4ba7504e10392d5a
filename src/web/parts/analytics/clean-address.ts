import { campaignMark } from '#shared/campaign-marks.ts';

/** What an address may say without naming anybody. */
const kept = new Set(['page', 'sort']);

/**
 * An address as the counter may know it: without tokens, numbers of orders and whatever else of a person stands in
 * addresses. Marks of campaigns stay, which the counter is there to tell apart, and a search keeps its words unless
 * they look like a phone or an email.
 */
export function cleanAddress(address: string): string {
  const url = new URL(address);
  for (const [key, value] of [...url.searchParams]) {
    const isPlainSearch = key === 'q' && !/@|(\d[\s()-]*){7}/.test(value);
    if (!kept.has(key) && !campaignMark.test(key) && !isPlainSearch) url.searchParams.delete(key);
  }
  url.hash = '';
  url.pathname = url.pathname
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/^(\/qr\/[^/]+\/).+/, '$1');
  return url.href;
}
