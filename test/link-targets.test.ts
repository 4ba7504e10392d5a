import { expect, test } from 'vitest';
import { namedTarget } from '#modules/calendar/link-targets.ts';
import { pageFacts } from '#web/page-facts.ts';

/** Pages that nobody links to: they answer scripts, or a visitor in the middle of signing in. */
const neverLinked = /^\/(?:_|\*|auth\/|login-by-user|password-restore|manifest|pass-worker)/;

test('every page of the shop is known by its address: what is made of rows by its kind, the others as standing', () => {
  const pages = Object.keys(pageFacts).filter((path) => !neverLinked.test(path));
  const unknown = pages.filter(
    (path) => namedTarget(`${path.replace(/:\w+|\*/g, 'x').replace(/\/$/, '')}/`) === 'nothing',
  );
  expect(unknown).toEqual([]);
  expect(pages.length).toBeGreaterThan(80);
  expect(namedTarget('/netu/')).toBe('nothing');
  expect(namedTarget('/lp/fortune/')).toEqual({ kind: 'wheels', slug: 'fortune' });
  expect(namedTarget('/vacancy/')).toBe('standing');
  expect(namedTarget('/category/elki/shorts/s-ognyami/')).toEqual({ kind: 'categories', slug: 'elki' });
});
