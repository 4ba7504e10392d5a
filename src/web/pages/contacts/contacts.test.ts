import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);

test('[S2-03] a point without a number of its own is reached by that of its branch; other cities have their contacts', async () => {
  const page = await formVisitor(app).get('/contacts/');
  const [, point = ''] = page.text.split('Окружное');
  expect(point).toMatch(/\+7-817-200-35-35 телефон магазина/);
  expect(page.text, 'the branch by its departments').toMatch(/Розничный отдел.*Контакт-центр всех городов/);
  expect(page.text).toContain('ответим на почту не позже следующего рабочего дня');
  expect(page.text).toMatch(/Контакты в других городах Череповец 1 пункт/);
  expect(page.html).toMatch(/href="http:\/\/cherepovets\.idd\.localhost(:\d+)?\/contacts\/"/);
});
