import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const page = '/order/';

test('a link to an order is asked for by number and e-mail: what is wrong is said at its field, and what was typed stays', async () => {
  const guest = formVisitor(app);
  const refused = await guest.post(page, { number: '', email: 'anna@pochta' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Обязательно для заполнения');
  expect(refused.text).toContain('Неверный формат');
  expect(refused.html).toContain('value="anna@pochta"');
  const asked = await guest.post(page, { number: '30012', email: 'почта@пример.рф' });
  expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('письмо со ссылкой придёт')]);
});

test('[S2-22] a link that opens no order is a 404 that says how to get a fresh one or to sign in', async () => {
  const lost = await formVisitor(app).get(`/order/${crypto.randomUUID()}/?token=cut`);
  expect(lost.status).toBe(404);
  expect(lost.text).toContain('Заказ по этой ссылке не открылся');
  expect(lost.text).toMatch(/Номер заказа .* Почта из заказа .* Прислать ссылку/);
  expect(lost.text).toContain('войдите');
  expect(lost.html, '«Кабинет» is marked on pages about signing in alone').not.toContain('data-signing');
  expect(lost.html).toContain('<title>Заказ по этой ссылке не открылся — ИДД</title>');
});
