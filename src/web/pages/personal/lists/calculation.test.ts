import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writeIds } from '#shared/lists.ts';
import { savedListsUrl } from '#shared/urls.ts';
import { makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
const { products, tricky } = await makePlasterShop(db);
const [mix] = products;
if (!mix) throw new Error('the shop has no plaster');
const primer = await makeProduct(db, { name: 'Грунт под штукатурку', price: 12_000, on_hand: 20 });
const other = await makeProduct(db, { name: 'Обои', price: 90_000, on_hand: 20 });
await db
  .insertInto('product_links')
  .values({ product_id: mix.id, linked_product_id: primer.id, kind: 'for_job' })
  .execute();
const app = await testApp(db);

const numbers = { area: '58', openings: '6,4', layer_mm: '9', waste_percent: '5' };
const urlOf = (more: Record<string, string> = {}) =>
  `${savedListsUrl()}?${new URLSearchParams({ from: 'calculation', product: String(mix.id), ...numbers, ...more })}`;

async function anna() {
  const user = await makeUser(db);
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  return { user, visitor };
}

const listsOf = async (user: { id: string }) => {
  const { rows } = await sql<{ name: string; numbers: unknown; product_id: number; count: number }>`
    select l.name, l.calculator_numbers as numbers, g.product_id, g.count
    from saved_lists l join saved_list_lines g on g.list_id = l.id
    where l.user_id = ${user.id}::uuid order by l.name, g.position`.execute(db);
  return rows;
};

test('what a calculator came to is kept under a name, opens it with the same numbers and goes into the cart', async () => {
  const { user, visitor } = await anna();
  const page = await visitor.get(urlOf({ with: writeIds([primer.id, other.id]) }));
  expect(page.text).toContain(`${mix.name} 14 мешков`);
  expect(page.text).toContain('(58 − 6,4) м² × 9 мм × 0,85 кг/(м²·мм) × 1,05 = 414,48 кг');
  expect(page.text).toContain('Грунт под штукатурку 1 мешок');
  expect(page.text).not.toContain('Обои');
  expect(page.html.replace(/\s/g, ' ')).toContain('value="Штукатурка гипсовая, 58 м²"');
  const saved = await visitor.post(urlOf({ with: writeIds([primer.id, other.id]) }), { intent: 'save', name: ' Зал ' });
  expect([saved.status, saved.location]).toEqual([303, expect.stringMatching(/^\/personal\/lists\/[0-9a-f-]{36}\//)]);
  expect(await listsOf(user)).toEqual([
    { name: 'Зал', numbers, product_id: mix.id, count: 14 },
    { name: 'Зал', numbers, product_id: primer.id, count: 1 },
  ]);
  expect((await visitor.get('/personal/lists/')).text).toContain('Расчёт материала, изменён');
  const list = await visitor.get(saved.location ?? '');
  expect(list.text).toContain(`Расчёт: ${mix.name}, 14 мешков`);
  const [, opens = ''] = /href="([^"]*#calc)"/.exec(list.html) ?? [];
  const calculator = await visitor.get(opens.replaceAll('&amp;', '&').replace(/#.*/, ''));
  expect(calculator.text).toContain('(58 − 6,4) м² × 9 мм');
  const url = (saved.location ?? '').replace(/\?.*/, '');
  expect((await visitor.post(url, { intent: 'cart', line: mix.id })).location).toBe('/cart/');
  expect((await visitor.get('/cart/')).text).toContain(mix.name);
  await visitor.post(url, { intent: 'remove' });
  expect(await listsOf(user)).toEqual([]);
});

test('what a calculator came to goes on a list that is there, where counts grow, or into the cart; never on another’s', async () => {
  const { user, visitor } = await anna();
  expect((await visitor.get(urlOf())).text).not.toContain('В существующий список');
  const saved = await visitor.post(urlOf(), { intent: 'save', name: 'Квартира' });
  const list = /[0-9a-f-]{36}/.exec(saved.location ?? '')?.[0] ?? '';
  const page = await visitor.get(urlOf());
  expect(page.text).toContain('14 мешков в корзину');
  expect(page.html).toContain(`<option value="${list}"`);
  const both = urlOf({ with: writeIds([primer.id]) });
  const added = await visitor.post(both, { intent: 'list', list });
  expect([added.status, added.location]).toEqual([303, `/personal/lists/${list}/?done=goods`]);
  const kept = (await listsOf(user)).map(({ product_id, count }) => [product_id, count]);
  expect(kept).toEqual([
    [mix.id, 28],
    [primer.id, 1],
  ]);
  const stranger = await anna();
  for (const foreign of [list, 'x', '']) {
    const refused = await stranger.visitor.post(both, { intent: 'list', list: foreign });
    expect([404, 422]).toContain(refused.status);
  }
  expect((await listsOf(user)).map(({ product_id, count }) => [product_id, count])).toEqual(kept);
  expect((await visitor.post(both, { intent: 'cart' })).location).toBe('/cart/');
  const cart = await visitor.get('/cart/');
  for (const words of [mix.name, 'Грунт под штукатурку']) expect(cart.text).toContain(words);
});

test('a guest is led to the login and back to the same numbers', async () => {
  const answer = await formVisitor(app).get(urlOf());
  expect([answer.status, answer.location]).toEqual([302, `/login/?back=${encodeURIComponent(urlOf())}`]);
});

test('numbers that cannot be counted with lead back to the calculator; no product or no calculator is 404', async () => {
  const { visitor, user } = await anna();
  const wrong: Record<string, string>[] = [{ area: 'x' }, { area: '999999999' }, { area: '0' }, { openings: '100' }];
  for (const bad of [...wrong, { layer_mm: '-1' }]) {
    for (const answer of [
      await visitor.get(urlOf(bad)),
      await visitor.post(urlOf(bad), { intent: 'save', name: 'Зал' }),
    ])
      expect([bad, answer.status, answer.location]).toEqual([bad, 302, expect.stringMatching(/^\/product\/.*#calc$/)]);
  }
  for (const product of ['', '0', '-1', 'x', '99999999', '9999999999999', String(tricky.id), String(other.id)])
    expect([product, (await visitor.get(urlOf({ product }))).status]).toEqual([product, 404]);
  expect(await listsOf(user)).toEqual([]);
});

test('a name is asked for, one that is taken is replaced by a tick alone', async () => {
  const { visitor, user } = await anna();
  const save = (fields: Record<string, string>, more?: Record<string, string>) =>
    visitor.post(urlOf(more), { intent: 'save', ...fields });
  expect((await save({ name: ' ' })).text).toContain('Обязательно для заполнения');
  expect((await save({ name: 'x'.repeat(61) })).status).toBe(422);
  await save({ name: 'Зал' });
  const refused = await save({ name: 'зал' }, { area: '100' });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Список с таким названием уже есть')]);
  expect((await save({ name: 'зал', replace: '1' }, { area: '100' })).status).toBe(303);
  expect((await listsOf(user)).map(({ name, numbers }) => [name, numbers])).toEqual([
    ['зал', { ...numbers, area: '100' }],
  ]);
});

test('a calculation whose product can no longer be bought stays a list, without its calculator', async () => {
  const { visitor } = await anna();
  const last = await makeProduct(db, {
    name: 'Штукатурка последняя',
    specs: JSON.stringify({ consumption_10mm: 8.5 }),
    category_id: (
      await db.selectFrom('categories').select('id').where('code', '=', 'shtukaturki').executeTakeFirstOrThrow()
    ).id,
  });
  const saved = await visitor.post(urlOf({ product: String(last.id) }), { intent: 'save', name: 'Ниша' });
  const url = (saved.location ?? '').replace(/\?.*/, '');
  expect((await visitor.get(url)).text).toContain('Расчёт: Штукатурка последняя');
  await db.updateTable('stock').set({ on_hand: 0, on_hand_base: 0 }).where('product_id', '=', last.id).execute();
  const later = await visitor.get(url);
  expect(later.text).toContain('Штукатурка последняя');
  expect(later.text).not.toContain('Открыть калькулятор');
});
