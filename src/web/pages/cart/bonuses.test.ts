import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { cardsOf } from '#modules/loyalty/cards.ts';
import { earnForOrders } from '#modules/loyalty/move-bonuses.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { joinCompany, makeCompany, makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { makeBonusCard } from '#test/support/bonuses.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makeCoupon } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);
const app = await testApp(db);
const mixture = await makeProduct(db, { name: 'Сухая смесь', price: 50_000, on_hand: 1_000 });
const paint = await makeProduct(db, { name: 'Краска', price: 30_000, on_hand: 1_000 });
await makeCoupon(db, 'ПОЛОВИНА', { percent: 50 });
const contact = { name: 'Анна Смирнова', phone: '8 (921) 000-12-34', consent_personal_data: '1' };

async function holder(balance = 1_000) {
  const user = await makeUser(db);
  await makeBonusCard(db, user, balance);
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  await visitor.addToCart(mixture, 2);
  return { user, visitor };
}

const words = (page: { text: string }) => page.text.replaceAll('\u00a0', ' ');

test('whoever has no card reads nothing of bonuses; an empty card says only what the order will bring it', async () => {
  const guest = formVisitor(app);
  await guest.addToCart(mixture, 2);
  const page = await guest.get('/cart/');
  expect(page.html.slice(page.html.indexOf('<main'), page.html.indexOf('</main'))).not.toMatch(/бонус/i);
  const { visitor } = await holder(0);
  const own = words(await visitor.get('/cart/'));
  expect(own).toContain('+20 бонусов на карту, когда получите заказ');
  expect(own).not.toContain('без товаров');
  expect(own).not.toContain('На карте 0');
});

test('what the order earns is what the card gets: the coupon and spent bonuses are taken off, lowered goods earn none', async () => {
  const { user, visitor } = await holder();
  const lowered = await makeProduct(db, { name: 'Затирка', price: 20_000, old_price: 25_000, on_hand: 1_000 });
  // Charged ten days ago: an old price.
  const changed_at = new Date(Date.now() - 10 * 86_400_000);
  const change = { price_column: 'vologda', product_id: lowered.id, changed_at, price: 25_000 };
  await db.insertInto('price_changes').values(change).execute();
  await visitor.addToCart(lowered, 3);
  let page = await visitor.get('/cart/');
  const promised = '+20 бонусов на карту, когда получите заказ: без товаров со сниженной ценой';
  expect(words(page)).toContain(promised);
  page = await visitor.press(page, '/cart/', `remove:${lowered.id}`);
  page = await visitor.press(page, '/cart/', 'bonuses', { bonuses: 200 });
  expect(words(page)).toContain('+16 бонусов на карту');
  const { location } = await visitor.press(page, '/cart/', 'place', contact);
  const id = /^\/order\/([^/]+)/.exec(location!)![1]!;
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'склад' }));
  await earnForOrders(db);
  expect((await cardsOf(db, user.id))[0]).toMatchObject({ balance: 1_000 - 200 + 16 });
});

test('the share follows the cart: coupon, counts and ticks change it, and what is spent never exceeds it', async () => {
  const { visitor } = await holder();
  await visitor.addToCart(paint, 1);
  let page = await visitor.get('/cart/');
  expect(words(page)).toContain('можно списать до 390. 1 бонус = 1 ₽');
  page = await visitor.press(page, '/cart/', 'bonuses', { bonuses: 390 });
  expect(words(page)).toMatch(/Бонусы\s+−390 ₽/);
  page = await visitor.press(page, '/cart/', 'coupon', { coupon: 'ПОЛОВИНА' });
  expect(words(page)).toMatch(/Бонусы\s+−195 ₽/);
  page = await visitor.press(page, '/cart/', `remove:${paint.id}`);
  expect(words(page)).toMatch(/Бонусы\s+−150 ₽\s+Самовывоз\s+бесплатно\s+Итого\s+350 ₽/);
  page = await visitor.press(page, '/cart/', 'bonuses-delete');
  expect(words(page)).not.toMatch(/Бонусы\s+−/);
  for (const bonuses of ['', '0', 'сто', '-5'])
    expect(words(await visitor.press(page, '/cart/', 'bonuses', { bonuses }))).toContain(
      'Укажите, сколько бонусов списать',
    );
  await db.updateTable('loyalty_programmes').set({ spends_with_coupon: false }).where('kind', '=', 'bonus').execute();
  expect(words(await visitor.get('/cart/'))).toContain('С купоном бонусы не списываются');
  await db.updateTable('loyalty_programmes').set({ spends_with_coupon: true }).where('kind', '=', 'bonus').execute();
});

test('an order of an organisation is refused in words at the button and beside the bonuses; without it they are held', async () => {
  const { user, visitor } = await holder();
  const page = await visitor.press(await visitor.get('/cart/'), '/cart/', 'bonuses', { bonuses: 120 });
  const firm = { is_company: '1', company_name: 'ООО «Дом»', company_inn: '7707083893' };
  const refused = await visitor.press(page, '/cart/', 'place', { ...contact, ...firm });
  expect(refused.status).toBe(409);
  expect(words(refused).split('За покупки организации бонусами не платят')).toHaveLength(3);
  const placed = await visitor.press(page, '/cart/', 'place', contact);
  expect(placed.location).toMatch(/^\/order\//);
  expect(words(await visitor.get(placed.location!))).toMatch(/Товары, 60 кг\s+1 000 ₽\s+Бонусы\s+−120 ₽/);
  expect((await cardsOf(db, user.id))[0]).toMatchObject({ balance: 880, held: 120 });
});

test('bonuses that another order took meanwhile are refused, and the page shows how many are left', async () => {
  const { visitor } = await holder(200);
  const first = await visitor.press(await visitor.get('/cart/'), '/cart/', 'bonuses', { bonuses: 150 });
  await visitor.press(first, '/cart/', 'place', contact);
  await visitor.addToCart(mixture, 2);
  const page = await visitor.get('/cart/');
  const key = /name="key" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
  const second = await visitor.press(first, '/cart/', 'place', { ...contact, key });
  expect(second.status).toBe(409);
  expect(words(second)).toContain('На карте сейчас 50 бонусов: проверьте, сколько списать');
  expect(words(second)).toMatch(/Бонусы\s+−50 ₽/);
});

test('a number of bonuses that was typed and not spent holds the order back with a word; the proposed one does not', async () => {
  const { visitor } = await holder();
  const page = await visitor.get('/cart/');
  const held = await visitor.press(page, '/cart/', 'place', { ...contact, bonuses: 120 });
  expect(held.status).toBe(409);
  expect(words(held)).toContain('Нажмите «Списать», чтобы потратить бонусы');
  const placed = await visitor.press(page, '/cart/', 'place', contact);
  expect(placed.location).toMatch(/^\/order\//);
});

test('who buys for a firm is told that it spends none', async () => {
  const { user, visitor } = await holder();
  await joinCompany(db, user, await makeCompany(db));
  const page = await visitor.get('/cart/');
  expect(words(page)).toContain('За покупки организации бонусами не платят');
  expect(page.html).not.toContain('name="bonuses"');
  await sql`update users set company_id = null where id = ${user.id}`.execute(db);
  expect((await visitor.get('/cart/')).html).toContain('name="bonuses"');
});
