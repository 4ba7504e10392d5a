import { expect, test } from 'vitest';
import { readCampaign, readCampaignCookie, writeCampaignCookie } from './campaign.ts';

test('[S7-24] the marks of a landing come back from the cookie as they were', () => {
  const landed = readCampaign('?utm_source=yandex&utm_medium=cpc&utm_campaign=Весна%20%26%20сад&page=2');
  expect(landed).toEqual({ source: 'yandex', medium: 'cpc', campaign: 'Весна & сад', content: '', term: '' });
  const cookie = writeCampaignCookie(landed!);
  expect(cookie).toMatch(/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/);
  expect(readCampaignCookie(cookie)).toEqual(landed);
});

test('[S7-24] without a source there is no campaign; endless marks do not fill the cookie header', () => {
  expect(readCampaign('?utm_medium=cpc')).toBe(null);
  const long = encodeURIComponent('ы'.repeat(500));
  const landed = readCampaign(`?utm_source=${long}&utm_medium=cpc&utm_campaign=${long}&utm_term=${long}`)!;
  const cookie = writeCampaignCookie(landed);
  expect(cookie.length).toBeLessThanOrEqual(600);
  expect(readCampaignCookie(cookie)).toMatchObject({ source: 'ы'.repeat(80), medium: 'cpc' });
});
