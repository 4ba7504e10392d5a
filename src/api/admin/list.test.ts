import { expect, test } from 'vitest';
import { afterPage, countedRows, windowOf } from './list.ts';

test('the page that a list names as the next one can be asked for; beyond the last it says that there is more', () => {
  for (const per_page of [1, 30, 50, 249, 250])
    for (const page of [1, 2, Math.floor(countedRows / per_page) - 1, Math.ceil(countedRows / per_page)]) {
      windowOf({ page, per_page });
      const { next, more } = afterPage({ page, per_page }, per_page + 1);
      if (next !== null) windowOf({ page: Number(next), per_page });
      expect(more, `${page} of ${per_page}`).toBe(next === null);
      expect(afterPage({ page, per_page }, per_page)).toEqual({ next: null, more: false });
    }
  expect(afterPage({ page: 199, per_page: 50 }, 51)).toEqual({ next: '200', more: false });
  expect(afterPage({ page: 200, per_page: 50 }, 51)).toEqual({ next: null, more: true });
});
