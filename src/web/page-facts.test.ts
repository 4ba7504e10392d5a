import { expect, test } from 'vitest';
import { beginningsWith, type PageFacts, pageFacts } from './page-facts.ts';

const all = Object.entries<PageFacts>(pageFacts);

test('how addresses begin tells personal pages from shared ones', () => {
  const personal = new RegExp(`^/(${beginningsWith(({ cache }) => cache === 'personal').join('|')})(/|$)`);
  for (const [path, { cache }] of all) expect([path, personal.test(path)]).toEqual([path, cache === 'personal']);
});

test('a page that takes files is no shared one', () => {
  expect(all.filter(([, { upload, cache }]) => upload && cache === 'shared')).toEqual([]);
});

test('a fact that the beginning of an address cannot tell is refused', () => {
  // One ticket takes files, its files do not.
  expect(() => beginningsWith(({ upload }) => upload === 'papers')).toThrow(/cannot be told/);
});
