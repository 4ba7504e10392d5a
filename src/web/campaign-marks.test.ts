import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { robotsText } from '#modules/feeds/robots.ts';
import { utmMarks } from '#shared/campaign.ts';
import { clickMarks, withoutMarks } from '#shared/campaign-marks.ts';
import { listingFromQuery } from '#shared/listing-query.ts';
import { testConfig } from '#test/support/config.ts';
import { cacheKeyOf } from './cache-key.ts';
import { cleanAddress } from './parts/analytics/clean-address.ts';

const marks = [...utmMarks.map((mark) => `utm_${mark}`), ...clickMarks.split('|')];

test('one list of campaign marks: a page, a list and a robot are the same with them, and the counter sees them', () => {
  const keyOf = (url: string) => cacheKeyOf({ method: 'GET', url, headers: {} } as IncomingMessage, testConfig(), null);
  const rule = /^Clean-param: (.+)$/m.exec(robotsText('https://idd.example', []))?.[1];
  expect(rule?.split('&')).toEqual(marks);
  expect(rule?.length).toBeLessThanOrEqual(500);
  for (const mark of marks) {
    expect(keyOf(`/catalog/?${mark}=abc1&page=2`), mark).toBe(keyOf('/catalog/?page=2'));
    expect(`${withoutMarks(new URLSearchParams({ [mark]: 'abc1', page: '2' }))}`, mark).toBe('page=2');
    const address = `https://idd.example/catalog/?${mark}=abc1&page=2`;
    expect(cleanAddress(`${address}&token=secret`), mark).toBe(address);
  }
  const other = listingFromQuery(withoutMarks(new URLSearchParams({ fromage: 'a1' })));
  expect(other.filters).toEqual({ fromage: ['a1'] });
});
