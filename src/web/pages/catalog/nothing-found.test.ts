import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
await makeProduct(db, { name: 'Штукатурка СУХОНА', category_id: mixes.id });
const day = new Date().toISOString().slice(0, 10);
const asked = (department_id_1c: string, ...all: string[]) =>
  all.map((words) => ({ day, department_id_1c, words, times: 9 }));
await db
  .insertInto('search_finds')
  .values([...asked('00131', 'штукатурка', 'клей для плитки', 'ёлка'), ...asked('00052', 'обои', 'клей для плитки')])
  .execute();
const app = await testApp(db);

test('[S2-14] where nothing is found stand the branch’s phone and the form beside it, and the queries that others ask there', async () => {
  const { body } = await app.inject({
    url: '/catalog/?q=%D1%8B%D0%B4%D0%BB%D0%B2%D0%BE%D0%B0',
    headers: { host: 'idd.localhost', 'user-agent': userAgents.desktop },
  });
  const shown = body.replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '');
  expect(shown).toContain('Часто ищут в Вологде');
  expect(shown).toContain(`href="/catalog/?q=${encodeURIComponent('клей для плитки')}"`);
  expect(shown, 'asked in another branch').not.toContain(`?q=${encodeURIComponent('обои')}`);
  const main = /<main[\s\S]*<\/main>/.exec(shown)?.[0] ?? '';
  expect(main).toMatch(/href="tel:[+]7.*Пн.*id="wanted".*Часто ищут/s);
});
