import { expect, test } from 'vitest';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
await makeProduct(db, { name: 'Пескобетон КЛАДЕНЬ', price: 40_000, on_hand: 3, category_id: mixes.id });
await makeProduct(db, { name: 'Алебастр СУХОНА', price: 25_000, on_hand: 100, category_id: mixes.id });
const app = await testApp(db);

test('[S2-26] the sum is of all ticked lines, and how much of it is in stock stands beside it', async () => {
  const visitor = formVisitor(app);
  const sent = async (text: string) => {
    const made = await visitor.post('/order-help/estimate/', { text });
    return (await visitor.get(made.location!)).text;
  };
  const short = await sent('Пескобетон КЛАДЕНЬ — 10\nАлебастр СУХОНА — 2');
  expect(short).toContain('Есть только 3');
  expect(short).toContain('4 500 ₽');
  expect(short).toContain('Из отмеченного в наличии на 1 700 ₽, остальное — под заказ или в других пунктах');
  const whole = await sent('Пескобетон КЛАДЕНЬ — 3\nАлебастр СУХОНА — 2');
  expect(whole).toContain('1 700 ₽');
  expect(whole).not.toContain('Из отмеченного в наличии');
});
