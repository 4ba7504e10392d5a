import { afterEach, expect, test, vi } from 'vitest';
import { createWobbler } from '#modules/content/wobblers.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const start = new Date('2026-12-01T00:00:00+03:00');
const end = new Date('2026-12-02T00:00:00+03:00');
const banner = {
  position: 'top',
  text: '<p>Вечер скидок</p>',
  action_link: '/actions/',
  starts_at: start,
  ends_at: end,
} as const;
const id = await createWobbler(db, { ...banner, department_id_1c: '00052' }, start);

afterEach(() => vi.useRealTimers());

function ask(query = '?domain_id_1c=00052', site = 'idd') {
  return app.inject({
    url: `/api/ecm/sites-content/${site}/wobblers/${query}`,
    headers: { host: 'idd.localhost' },
  });
}

test('[S7-21] the branch’s banners by domain_id_1c, never cached; another branch has none of them', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toContain('no-cache');
  expect(answer.headers['cache-control']).toContain('no-store');
  expect(answer.headers.pragma).toBe('no-cache');
  expect(answer.json()).toEqual([
    {
      id,
      position: 'top',
      background_image: null,
      text: '<p>Вечер скидок</p>',
      button_text: null,
      action_link: '/actions/',
      filter_is_show_once: false,
      advertising: null,
    },
  ]);
  expect((await ask('')).json()).toEqual([]);
  expect((await ask('?domain_id_1c=99999')).statusCode).toBe(404);
  expect((await ask('', 'other')).json().error.code).toBe('unknown_site_code');
});

test('[S7-21] the clock decides: a second before and at the end there is no banner', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start.getTime() - 1_000 });
  expect((await ask()).json()).toEqual([]);
  vi.setSystemTime(end.getTime() - 1_000);
  expect((await ask()).json()).toHaveLength(1);
  vi.setSystemTime(end);
  expect((await ask()).json()).toEqual([]);
});
