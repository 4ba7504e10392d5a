import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { unsetSettings } from '#modules/settings/schema.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { joinCompany, makeCompany, makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { type FormAnswer, type FormVisitor, fieldsOf, formVisitor } from '#test/support/form-visitor.ts';
import { makeCoupon, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const mix = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_900 });
const primer = await makeProduct(db, { name: 'Грунтовка Основа', price: 62_000, weight_grams: 10_000 });
const cable = await makeProduct(db, {
  name: 'Кабель на отрез',
  unit: '0,1 м',
  base_unit: 'м',
  factor_base: 1,
  factor_sales: 10,
  weight_grams: 14,
  price: 600,
  min_count: 10,
  on_hand: 470,
});
const last = await makeProduct(db, { name: 'Краска Мат', price: 329_000, on_hand: 2 });
await makeCoupon(db, 'НОЯБРЬ5');

beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});
afterEach(() => {
  vi.useRealTimers();
});

const anna = {
  name: 'Анна Смирнова',
  phone: '8 (921) 000-12-34',
  email: 'anna@pochta.example',
  consent_personal_data: '1',
};

async function setStock(product: { id: number }, on_hand: number) {
  await sql`update stock set on_hand = ${on_hand}, on_hand_base = ${on_hand * 30} where product_id = ${product.id}`.execute(
    db,
  );
}

async function setPrice(product: { id: number }, price: number) {
  await sql`update prices set price = ${price} where product_id = ${product.id} and price_column = 'vologda'`.execute(
    db,
  );
}

/** The order's page after pressing «Оформить заказ». */
async function place(visitor: FormVisitor, page: FormAnswer, changes = {}): Promise<FormAnswer> {
  return visitor.press(page, '/cart/', 'place', { ...anna, ...changes });
}

// Prices and stock of the second city, and the zone that delivery goes to.
const elsewhere = (id: number, price: number) => ({ price_column: 'cherepovets', product_id: id, price });
await db
  .insertInto('prices')
  .values([elsewhere(mix.id, 51_200), elsewhere(primer.id, 60_000)])
  .execute();
await db
  .insertInto('stock')
  .values([mix, primer].map(({ id }) => ({ store: 'store52', product_id: id, on_hand: 50, on_hand_base: 1500 })))
  .execute();

const zone = await db
  .insertInto('delivery_zones')
  .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 2 })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('delivery_zone_rates')
  .values([
    { zone_id: zone.id, up_to_grams: 100_000, price_kopecks: 39_000, vehicle: 'легковая' },
    { zone_id: zone.id, up_to_grams: 500_000, price_kopecks: 149_000, vehicle: 'фургон до 1,5 т' },
  ])
  .execute();

/** S4-06: a guest's cart is a cookie, a signed-in person's lies on the server; the page is the same. */
describe.for(['a guest', 'a signed-in person'] as const)('%s:', (kind) => {
  const isGuest = kind === 'a guest';

  async function newVisitor(): Promise<FormVisitor> {
    // Each kind has an address of its own: so many calls of one are too many.
    const visitor = formVisitor(app, { address: isGuest ? '127.0.0.1' : '127.0.0.2' });
    if (!isGuest) await signInVisitor(db, visitor, await makeUser(db));
    return visitor;
  }

  async function cartOf(...lines: [{ id: number; idcode: string }, number][]): Promise<FormVisitor> {
    const visitor = await newVisitor();
    for (const [product, count] of lines) await visitor.addToCart(product, count);
    expect([...visitor.cookies.keys()].some((name) => name.startsWith('Basket_'))).toBe(isGuest && lines.length > 0);
    return visitor;
  }

  describe('the cart without JavaScript', () => {
    test('[S2-05] an empty cart opens with ways out, in both variants, never kept by a cache', async () => {
      const visitor = await newVisitor();
      for (const url of ['/cart/', '/cart']) {
        const page = await visitor.get(url);
        expect(page.status).toBe(200);
        expect(page.text).toContain('В корзине пока ничего нет');
        expect(page.text.includes('Войдите , если собирали корзину на другом устройстве')).toBe(isGuest);
        expect(page.html).toContain('href="/catalog/"');
        expect(page.html, 'cards stand outside of the form').toMatch(
          /<\/form>.*Часто покупают.*<article class="card"/s,
        );
        expect(page.html).toContain('<meta name="robots" content="noindex,follow"/>');
      }
      const answer = await app.inject({ url: '/cart/', headers: { host: 'idd.localhost' } });
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(visitor.cookies.has('visitor')).toBe(false);
    });

    test.runIf(isGuest)(
      '[S4-07] [S9-01] adding the same mixture twice raises the count in the cookie of 15 days on the parent domain',
      async () => {
        const visitor = await newVisitor();
        const first = await visitor.addToCart(mix, 2);
        expect(first).toMatchObject({ status: 303, location: '/cart/' });
        const second = await visitor.addToCart(mix, 3);
        const uuid = visitor.cookies.get('visitor');
        expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
        expect(second.cookies.find((cookie) => cookie.startsWith(`Basket_idd_${uuid}=`))).toBe(
          `Basket_idd_${uuid}=1.${mix.id.toString(36)}-5; Path=/; SameSite=Lax; Domain=idd.localhost; Max-Age=1296000`,
        );
        expect((await visitor.get('/cart/')).text).toContain('2 445 ₽');
      },
    );

    test('[S1-02] a guest’s prices come from the branch, not from the cookie or the form', async () => {
      const visitor = await newVisitor();
      await visitor.post('/cart/', {
        intent: 'add',
        product_id: mix.id,
        product_idcode: mix.idcode,
        count: 1,
        price: 1,
      });
      expect((await visitor.get('/cart/')).text).toContain('Итого 489 ₽');
    });

    test('[S4-07] counts are changed, lines removed and brought back, the cart cleared; what was typed stays', async () => {
      const visitor = await cartOf([mix, 2], [primer, 1]);
      let page = await visitor.get('/cart/');
      page = await visitor.press(page, '/cart/', 'update', { [`count_${mix.id}`]: 14, name: 'Анна' });
      expect(page.status).toBe(200);
      expect(page.text).toContain('6 846 ₽');
      expect(page.html).toContain('value="Анна"');
      page = await visitor.press(page, '/cart/', `plus:${mix.id}`);
      expect(page.text).toContain('7 335 ₽');
      page = await visitor.press(page, '/cart/', `minus:${mix.id}`);
      expect(page.text).toContain('6 846 ₽');
      page = await visitor.press(page, '/cart/', `remove:${primer.id}`);
      expect(page.text).toContain('Убрали «Грунтовка Основа»');
      expect(page.html).toContain('value="Анна"');
      page = await visitor.press(page, '/cart/', 'restore');
      expect(page.text).toContain('Итого 7 466 ₽');
      page = await visitor.press(page, '/cart/', 'clear');
      expect(page.text).toContain('Корзина очищена');
      expect([...visitor.cookies.keys()].filter((name) => name.startsWith('Basket_'))).toEqual([]);
      page = await visitor.press(page, '/cart/', 'restore');
      expect(page.text).toContain('Итого 7 466 ₽');
    });

    test('[S4-07] a stale tab changes only the line that was changed on it', async () => {
      const visitor = await cartOf([mix, 2], [primer, 1]);
      const stale = await visitor.get('/cart/');
      await visitor.press(stale, '/cart/', 'update', { [`count_${primer.id}`]: 4 });
      const page = await visitor.press(stale, '/cart/', 'update', { [`count_${mix.id}`]: 3 });
      expect(page.text).toContain(`Итого ${money(3 * 489 + 4 * 620)}`);
    });

    test('a count that is no number keeps the old one and says so at the line', async () => {
      const visitor = await cartOf([mix, 2]);
      const page = await visitor.press(await visitor.get('/cart/'), '/cart/', 'update', {
        [`count_${mix.id}`]: 'много',
      });
      expect(page.text).toContain('Должно быть числом');
      expect(page.text).toContain('Итого 978 ₽');
    });

    test('metres of what is sold by 0,1 m are typed, counted and summed; what is no whole number of them is refused', async () => {
      const visitor = await newVisitor();
      const add = { intent: 'add', product_id: cable.id, product_idcode: cable.idcode, count_parts: 10 };
      const refused = await visitor.post('/cart/', { ...add, count: '4,75' });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('Количество кратно 0,1, например 4,8');
      expect((await visitor.post('/cart/', { ...add, count: '4,7' })).status).toBe(303);
      let page = await visitor.get('/cart/');
      expect(page.text).toContain('60 ₽ за метр');
      expect(page.html).toMatch(new RegExp(`name="count_${cable.id}"[^>]*value="4,7"`));
      expect(page.text).toContain('Итого 282 ₽');
      page = await visitor.press(page, '/cart/', 'update', { [`count_${cable.id}`]: '5.25' });
      expect(page.text).toContain('Количество кратно 0,1, например 5,3');
      expect(page.text).toContain('Итого 282 ₽');
      page = await visitor.press(page, '/cart/', `plus:${cable.id}`, { [`count_${cable.id}`]: '4,7' });
      expect(page.text).toContain('Итого 342 ₽');
      page = await visitor.press(page, '/cart/', 'update', { [`count_${cable.id}`]: '50' });
      expect(page.text).toContain('Осталось 47 м из 50 м');
      page = await visitor.press(page, '/cart/', `take:${cable.id}`);
      expect(page.text).toContain('Итого 2 820 ₽');
    });

    test('[S3-05] only ticked lines are counted; nothing ticked means all that can be ordered', async () => {
      const visitor = await cartOf([mix, 2], [primer, 1]);
      const page = await visitor.get('/cart/');
      const some = await visitor.press(page, '/cart/', 'update', { items: primer.id });
      expect(some.text).toContain('Выбрано 1 из 2');
      expect(some.text).toContain('Итого 620 ₽');
      const none = await visitor.press(page, '/cart/', 'update', { items: null });
      expect(none.text).toContain('Итого 1 598 ₽');
    });

    test('a long group can be folded away, its lines stay in the order', async () => {
      const many = [];
      for (let at = 0; at < 13; at++) many.push(await makeProduct(db, { name: `Саморез ${at}`, price: 100 }));
      const short = await (await cartOf([mix, 1])).get('/cart/');
      expect(short.html).not.toContain('<details class="cgroup__lines"');
      const visitor = await cartOf(...many.map((product) => [product, 1] as [typeof product, number]));
      const long = await visitor.get('/cart/');
      expect(long.html.match(/<details class="cgroup__lines" open="">/g)).toHaveLength(1);
      expect(long.html.match(/name="items"/g)).toHaveLength(13);
    });

    test('of more than the shop has what is there is counted, and the rest is taken away by one press', async () => {
      const visitor = await cartOf([last, 2]);
      await setStock(last, 1);
      let page = await visitor.get('/cart/');
      expect(page.text).toContain('Осталось 1 мешок из 2');
      expect(page.text).toContain('В заказ войдёт 1 мешок , ещё 1 мешка не хватает');
      expect(page.text).toContain('Итого 3 290 ₽');
      expect(fieldsOf(page.html).getAll('items')).toEqual([String(last.id)]);
      page = await visitor.press(page, '/cart/', `take:${last.id}`);
      expect(page.text).toContain('Итого 3 290 ₽');
      expect(page.text).not.toContain('не хватает');
      await setStock(last, 2);
    });

    test('[S7-32] an order takes what is there, and what was missing stays in the cart', async () => {
      const visitor = await cartOf([last, 2], [mix, 1]);
      await setStock(last, 1);
      const page = await visitor.get('/cart/');
      const placed = await place(visitor, page);
      expect(placed.status).toBe(303);
      expect((await visitor.get(placed.location!)).text).toContain('3 779 ₽');
      const after = await visitor.get('/cart/');
      expect(Object.fromEntries(fieldsOf(after.html))).toMatchObject({
        line: String(last.id),
        [`count_${last.id}`]: '1',
      });
      expect(after.text).toContain('В заказ не войдёт, останется в корзине');
      expect(after.text).toContain('Заказать сейчас нечего');
      await sql`update stock set reserved = 0 where product_id = ${last.id}`.execute(db);
      await setStock(last, 2);
    });

    test('what is missing is at another point, or bought as something like it', async () => {
      const here = { store: 'store132', product_id: last.id, on_hand: 3, on_hand_base: 90 };
      await db.insertInto('stock').values(here).execute();
      await db
        .insertInto('product_links')
        .values({ product_id: last.id, linked_product_id: primer.id, kind: 'analogue' })
        .execute();
      const visitor = await cartOf([last, 3]);
      const page = await visitor.get('/cart/');
      expect(page.text).toContain('Забрать заказ в другом пункте Окружное шоссе, 13: там есть все 3 мешка');
      expect(page.text).toContain('Добрать похожим Грунтовка Основа 1 мешок, дешевле на 2 670 ₽ за мешок');
      const there = await visitor.press(page, '/cart/', 'point:00132');
      expect(there.text).toContain('Итого 9 870 ₽');
      const placed = await place(visitor, there);
      expect((await visitor.get(placed.location!)).text).toContain('9 870 ₽');
      const other = await cartOf([last, 3]);
      const swapped = await other.press(await other.get('/cart/'), '/cart/', `swap:${last.id}-${primer.id}`);
      expect(swapped.text).toContain('Итого 7 200 ₽');
      await db.deleteFrom('product_links').where('product_id', '=', last.id).execute();
      await sql`delete from reservations where store = 'store132'`.execute(db);
      await sql`delete from stock where store = 'store132'`.execute(db);
    });

    test('a copy of the cart is shown by a link, and whoever opens it takes what they do not have yet', async () => {
      const visitor = await cartOf([mix, 2], [primer, 1]);
      const page = await visitor.press(await visitor.get('/cart/'), '/cart/', 'share');
      expect(page.text).toContain('Ссылка на копию корзины');
      const [, link = ''] = /value="http:\/\/idd\.localhost(\/cart\/shared\/[0-9a-f]{32}\/)"/.exec(page.html) ?? [];
      await visitor.press(page, '/cart/', 'clear');
      const friend = formVisitor(app);
      await friend.addToCart(mix, 5);
      const shared = await friend.get(link);
      expect(shared.text).toContain('Штукатурка Гладь');
      expect(shared.text).toContain('Итого 1 598 ₽');
      await setStock(primer, 0);
      const fewer = await friend.get(link);
      expect(fewer.text).toContain('Нет в наличии');
      expect(fewer.text).toContain('Итого 978 ₽');
      await setStock(primer, 100);
      const [, goods = ''] = /name="goods" value="([^"]+)"/.exec(shared.html) ?? [];
      expect((await friend.post('/cart/', { intent: 'add-all', goods })).location).toBe('/cart/');
      expect((await friend.get('/cart/')).text).toContain(`Итого ${money(5 * 489 + 620)}`);
      await sql`update shared_carts set created_at = now() - interval '31 days', expires_at = now() - interval '1 day'`.execute(
        db,
      );
      const over = await friend.get(link);
      expect(over.status).toBe(404);
      expect(over.text).toMatch(
        /Список по этой ссылке не открылся Возможно, ссылка устарела.* Попросите прислать новую/,
      );
    });

    test('[S9-07] weight is summed in whole kilograms and names the vehicle', async () => {
      const visitor = await cartOf([mix, 14], [primer, 1]);
      const page = await visitor.get('/cart/');
      expect(page.text).toContain('430 кг');
      expect(page.text).toContain('Вес 430 кг: нужен фургон до 1,5 т; доставка по Вологде — 1 490 ₽');
      expect(page.html, 'its price is words, not a link that no key reaches').not.toMatch(/<label[^>]*>доставка по/);
    });

    test('[S7-10] a foreign idcode is refused in words, and the cart stays as it was', async () => {
      const visitor = await newVisitor();
      const answer = await visitor.post('/cart/', {
        intent: 'add',
        product_id: mix.id,
        product_idcode: primer.idcode,
        count: 1,
      });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('Товар и его код не подходят друг другу');
      expect((await visitor.get('/cart/')).text).toContain('В корзине пока ничего нет');
    });

    test.runIf(isGuest)('an answer that only counts does not undo what another tab has put in since', async () => {
      const visitor = await cartOf([mix, 1]);
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const send = (payload: string) =>
        app.inject({
          method: 'POST',
          url: '/cart/',
          payload,
          headers: { host: visitor.host, cookie, 'content-type': 'application/x-www-form-urlencoded' },
        });
      const [looked, changed] = [await send('form=cart&intent=look'), await send(`form=cart&intent=remove:${mix.id}`)];
      expect([looked.statusCode, changed.statusCode]).toEqual([200, 200]);
      expect([looked.headers['set-cookie'] ?? []].flat().join()).not.toContain('Basket_idd_');
      expect([changed.headers['set-cookie'] ?? []].flat().join()).toContain('Basket_idd_');
    });

    test.runIf(isGuest)('a script that stays on its page is told what lies in the line now', async () => {
      const visitor = await newVisitor();
      const added = await app.inject({
        method: 'POST',
        url: '/api/cart/lines/',
        payload: { product_id: mix.id, product_idcode: mix.idcode, count: 1 },
        headers: { host: visitor.host },
      });
      expect(added.statusCode).toBe(200);
      expect([added.headers['set-cookie']].flat().join()).toContain(`=1.${mix.id.toString(36)}-1`);
      expect(added.json()).toEqual({ error: null, cart: null });
    });
  });

  describe('coupons', () => {
    test('[S4-11] a coupon is set and deleted, with its effect on each line', async () => {
      const visitor = await cartOf([mix, 2], [primer, 1]);
      let page = await visitor.press(await visitor.get('/cart/'), '/cart/', 'coupon', { coupon: 'ноябрь5' });
      expect(page.text).toContain('2 товара, 70 кг 1 598 ₽ Купон НОЯБРЬ5 −79,90 ₽');
      expect(page.text).toContain('978 ₽ по купону −48,90 ₽');
      expect(page.text).toContain('Купон действует на 2 товара');
      expect(page.text).toContain('Итого 1 518,10 ₽');
      page = await visitor.press(page, '/cart/', 'coupon-delete');
      expect(page.text).toContain('Итого 1 598 ₽');
    });

    test('[S4-12] [S8-04] a coupon failure clears the coupon and shows the server’s words at its field', async () => {
      const visitor = await cartOf([mix, 2]);
      let page = await visitor.press(await visitor.get('/cart/'), '/cart/', 'coupon', { coupon: 'НОЯБРЬ5' });
      expect(page.text).toContain('Купон НОЯБРЬ5');
      await sql`update coupons set ends_at = now() - interval '1 minute' where code = 'НОЯБРЬ5'`.execute(db);
      page = await visitor.get('/cart/');
      expect(page.text).toContain('Такого купона нет или он уже не действует');
      expect(page.text).toContain('Итого 978 ₽');
      await sql`update coupons set ends_at = null where code = 'НОЯБРЬ5'`.execute(db);
      expect((await visitor.get('/cart/')).text).not.toContain('Купон НОЯБРЬ5');
      page = await visitor.press(page, '/cart/', 'coupon', { coupon: 'НЕТ-ТАКОГО' });
      expect(page.html).toContain('id="coupon-error"');
      expect(page.text).toContain('Такого купона нет или он уже не действует');
    });
  });

  describe('checkout without JavaScript', () => {
    test.runIf(isGuest)(
      '[S2-06] [S7-32] a guest orders, only the ordered lines leave the cart, and the order opens for this browser alone',
      async () => {
        const visitor = await cartOf([mix, 2], [primer, 1]);
        const page = await visitor.get('/cart/');
        const placed = await place(visitor, page, { items: mix.id, accepted_total: 97_800 });
        expect(placed.status).toBe(303);
        expect(placed.location).toMatch(/^\/order\/[0-9a-f-]{36}\/$/);
        const order = await visitor.get(placed.location!);
        expect(order.status).toBe(200);
        expect(order.text).toContain('Анна Смирнова +7-921-000-12-34');
        expect(order.text).toContain('К оплате 978 ₽');
        expect(order.html).toContain('<meta name="robots" content="noindex"/>');
        const secret = placed.cookies.find((cookie) => cookie.startsWith('orders='));
        expect(secret).toContain('HttpOnly');
        const cart = await visitor.get('/cart/');
        expect(cart.text).toContain('Грунтовка Основа');
        expect(cart.text).not.toContain('Штукатурка Гладь');
        const stranger = await formVisitor(app).get(placed.location!);
        expect(stranger.status).toBe(404);
        expect(stranger.text).toContain('Заказ по этой ссылке не открылся');
        expect(stranger.text).not.toContain('Анна');
      },
    );

    test('[S7-36] before ordering and on the page of the order a guest reads that it must be confirmed, and till when; a large one sooner', async () => {
      const ordinary = await (await cartOf([mix, 2])).get('/cart/');
      const words = 'Подтвердите заказ по ссылке из письма в течение 24 часов, иначе он отменится';
      expect(ordinary.text.includes(words)).toBe(isGuest);
      const chosen = 'когда получите заказ. Заказ нужно подтвердить по письму в течение 24 часов';
      expect(ordinary.text.includes(chosen), 'also where the payment is chosen').toBe(isGuest);
      if (isGuest) expect(ordinary.text).toContain('Укажите имя, телефон и почту');
      await setStock(mix, 40);
      const visitor = await cartOf([mix, 21]);
      const page = await visitor.get('/cart/');
      const sooner = 'Это большой заказ: подтвердите его по ссылке из письма в течение 30 минут';
      expect(page.text.includes(sooner)).toBe(isGuest);
      expect(page.text.includes('минут, иначе он отменится')).toBe(isGuest);
      const order = await visitor.get((await place(visitor, page)).location!);
      const reported = /Товары отложены за вами до [^.]+\. Подтвердите заказ до этого времени, иначе он отменится/;
      expect(reported.test(order.text)).toBe(isGuest);
      expect(order.text.includes('Откройте письмо на anna@pochta.example и нажмите в нём «Подтвердить заказ»')).toBe(
        isGuest,
      );
      await sql`update stock set reserved = 0 where product_id = ${mix.id}`.execute(db);
      await setStock(mix, 100);
    });

    test.runIf(isGuest)(
      '[S7-36] what counts as large, and how soon it is confirmed, are the settings of the shop',
      async () => {
        const set = (terms: object) =>
          db
            .transaction()
            .execute((db) => saveSetting(db, 'reservation_terms', { ...unsetSettings.reservation_terms, ...terms }));
        const terms = { large_sum: 400, large_unconfirmed_minutes: 120, unconfirmed_hours: 1 };
        await set(terms);
        expect((await (await cartOf([mix, 1])).get('/cart/')).text).toContain(
          'большой заказ: подтвердите его по ссылке из письма в течение 2 часов',
        );
        await set({ ...terms, large_sum: 489 });
        expect((await (await cartOf([mix, 1])).get('/cart/')).text).toContain(
          'Подтвердите заказ по ссылке из письма в течение 1 часа',
        );
        await set({});
      },
    );

    test('[S7-32] the same form sent twice is one order', async () => {
      const visitor = await cartOf([mix, 1]);
      const page = await visitor.get('/cart/');
      const first = await place(visitor, page);
      const second = await place(visitor, page);
      expect(second).toMatchObject({ status: 303, location: first.location });
    });

    test('[S5-06] [S5-11] every broken field is named by the server in the words of the browser, and nothing typed is lost', async () => {
      const visitor = await cartOf([mix, 1]);
      const page = await visitor.get('/cart/');
      const refused = await visitor.press(page, '/cart/', 'place', {
        name: 'А',
        phone: '8921',
        email: 'anna@pochta',
        is_company: '1',
        company_inn: '123',
        comment: 'Звоните <b>днём</b>',
      });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('Имя и фамилия: минимум 2 символов');
      expect(refused.text).toContain('Телефон: неверный формат телефона');
      expect(refused.text).toContain('Почта: неверный формат');
      expect(refused.text).toContain('Название организации: обязательно для заполнения');
      expect(refused.text).toContain('ИНН: проверьте ИНН: 10 или 12 цифр');
      expect(refused.text).toContain('Согласие: обязательно для выбора');
      expect(refused.html).toContain('aria-describedby="name-error"');
      expect(refused.html).toContain('value="anna@pochta"');
      expect(refused.html).toContain('value="8921"');
      expect(refused.text).toContain('Звоните <b>днём</b>');
      expect(refused.html).not.toContain('<b>днём</b>');
    });

    test('[S7-32] too little stock comes back as a difference; «Согласен» orders what is left and loses nothing', async () => {
      const visitor = await cartOf([last, 2], [mix, 1]);
      const page = await visitor.get('/cart/');
      await setStock(last, 1);
      const refused = await place(visitor, page, { comment: 'Позвоните' });
      expect(refused.status).toBe(409);
      expect(refused.text).toContain('Краска Мат 2 мешка → 1 мешок');
      expect(refused.text).toContain('Итого было 7 069 ₽, теперь 3 779 ₽');
      expect(refused.text).toContain('Позвоните');
      const agreed = await visitor.press(refused, '/cart/', 'agree');
      expect(agreed.status).toBe(303);
      expect((await visitor.get(agreed.location!)).text).toContain('К оплате 3 779 ₽');
      expect(fieldsOf((await visitor.get('/cart/')).html).get(`count_${last.id}`)).toBe('1');
      await sql`update stock set reserved = 0 where product_id = ${last.id}`.execute(db);
      await setStock(last, 2);
    });

    test('[S7-32] another price comes back as a difference, and the sum is agreed to before anything is ordered', async () => {
      const visitor = await cartOf([primer, 2]);
      const page = await visitor.get('/cart/');
      await setPrice(primer, 65_000);
      const refused = await place(visitor, page);
      expect(refused.status).toBe(409);
      expect(refused.text).toContain('Грунтовка Основа 620 ₽ → 650 ₽');
      const agreed = await visitor.press(refused, '/cart/', 'agree');
      expect((await visitor.get(agreed.location!)).text).toContain('К оплате 1 300 ₽');
      await setPrice(primer, 62_000);
    });

    test('delivery is priced by zone and weight before the order, and outside the zones by an operator', async () => {
      const visitor = await cartOf([mix, 1]);
      const page = await visitor.get('/cart/');
      const to = (place: string) => ({ receiving: 'delivery', place, address: 'ул. Мира, 10' });
      const near = await visitor.press(page, '/cart/', 'update', to('Вологда'));
      expect(near.text).toContain('Доставка 390 ₽');
      expect(near.text).toMatch(/легковая\. За эту цену привезём ещё до \d\d кг/);
      expect(near.text).toContain('Итого 879 ₽');
      const far = await visitor.press(page, '/cart/', 'update', to('Тотьма'));
      expect(far.text).toContain('Доставка уточнит оператор');
      const placed = await place(visitor, near);
      expect((await visitor.get(placed.location!)).text).toContain('К оплате 879 ₽');
    });

    test('[S2-05] a delivery is ordered for a day and hours that have a place; what another took meanwhile is said at its field', async () => {
      vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00Z'), toFake: ['Date'] });
      await sql`update orders set receiving_from = null, receiving_to = null`.execute(db);
      await sql`insert into delivery_slots values (${zone.id}, 540, 720, 1), (${zone.id}, 720, 900, 1)`.execute(db);
      const to = { receiving: 'delivery', place: 'Вологда', address: 'ул. Мира, 10' };
      const open = async () => {
        const visitor = await cartOf([mix, 1]);
        return { visitor, page: await visitor.press(await visitor.get('/cart/'), '/cart/', 'update', to) };
      };
      const [anna, boris] = [await open(), await open()];
      expect(anna.page.text).toContain('Во сколько 09:00–12:00 12:00–15:00');
      expect(anna.page.text).toContain('. Ближайший день: завтра');
      expect(fieldsOf(anna.page.html).get('delivery_slot')).toBe('09:00-12:00');
      const placed = await place(anna.visitor, anna.page);
      expect((await anna.visitor.get(placed.location!)).text).toContain('Привезём 24 ноября, 09:00–12:00');
      const late = await place(boris.visitor, boris.page);
      expect(late.status).toBe(409);
      expect(late.text).toContain('Это время только что заняли. Выберите другое');
      expect(late.text).toContain('09:00–12:00 мест нет');
      expect(fieldsOf(late.html).get('delivery_slot')).toBe('12:00-15:00');
      expect((await place(boris.visitor, late)).status).toBe(303);
      // Tomorrow is full: the first day to choose is the next one.
      const { page } = await open();
      expect(fieldsOf(page.html).get('delivery_date')).toBe('2026-11-25');
      expect(page.text).toContain('. Ближайший день: ср, 25 ноября');
      await sql`delete from delivery_slots`.execute(db);
    });

    test('[S2-05] hours at the point are chosen on the chosen day, and any hour is good too', async () => {
      vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00Z'), toFake: ['Date'] });
      const visitor = await cartOf([mix, 1]);
      const page = await visitor.get('/cart/');
      expect(page.text).toMatch(/Во сколько Любое время \d\d:00–\d\d:00/);
      expect(fieldsOf(page.html).get('pickup_slot')).toBe('');
      const slot = /name="pickup_slot" value="([\d:-]+)"/.exec(page.html)![1]!;
      const placed = await place(visitor, page, { pickup_slot: slot });
      expect((await visitor.get(placed.location!)).text).toContain(slot.replace('-', '–'));
      const late = await place(await cartOf([mix, 1]), page, { pickup_slot: '03:00-04:00' });
      expect(late.status).toBe(422);
      expect(late.text).toContain('Выберите время из предложенного');
      await sql`update departments set pickup_slot_places = 1`.execute(db);
      invalidateCaches(['departments']);
      const second = await place(await cartOf([mix, 1]), page, { pickup_slot: slot });
      expect(second.status).toBe(409);
      expect(second.text).toContain('Это время только что заняли. Выберите другое');
      expect(second.text).toContain(`${slot.replace('-', '–')} мест нет`);
      await sql`update departments set pickup_slot_places = null`.execute(db);
      invalidateCaches(['departments']);
      await sql`update orders set receiving_from = null, receiving_to = null`.execute(db);
      // The last hours of the day have begun: those of another day are still asked for.
      vi.setSystemTime(new Date('2026-11-23T16:00:00Z'));
      const { html, text } = await (await cartOf([mix, 1])).get('/cart/');
      expect(text).toMatch(/Когда приедете Сегодня/);
      expect(text).not.toContain('Во сколько');
      expect(html).toContain('Показать время');
    });

    test('unloading and lifting stand in the sums at the tariff of the branch; without one nothing is said of them', async () => {
      const visitor = await cartOf([mix, 3]);
      const to = { receiving: 'delivery', place: 'Вологда', address: 'ул. Мира, 10' };
      const silent = await visitor.press(await visitor.get('/cart/'), '/cart/', 'update', to);
      expect(silent.text).not.toContain('подъём');
      await sql`insert into carrying_rates values
        ('00131', 'unloading', 50000, 4000, 0), ('00131', 'stairs', 50000, 1800, 10000)`.execute(db);
      const offered = await visitor.press(await visitor.get('/cart/'), '/cart/', 'update', to);
      expect(offered.text).toContain('Разгрузить у подъезда 40 ₽ за каждые 50 кг 80 ₽');
      expect(offered.text).toContain(
        'Поднять по лестнице С разгрузкой. 18 ₽ за каждые 50 кг на каждый этаж, не меньше 100 ₽ от 100 ₽',
      );
      expect(offered.text).toContain('Итого 1 857 ₽');
      const unsaid = await place(visitor, offered, { ...to, carrying: 'stairs' });
      expect(unsaid.status).toBe(422);
      expect(unsaid.text).toContain('Этаж: обязательно для заполнения');
      const lifted = await visitor.press(offered, '/cart/', 'update', { ...to, carrying: 'stairs', floor: '5' });
      expect(lifted.text).toContain('Разгрузка и подъём по лестнице, этаж 5 180 ₽');
      expect(lifted.text).toContain('Итого 2 037 ₽');
      const placed = await place(visitor, lifted);
      const order = await visitor.get(placed.location!);
      expect(order.text).toContain('Разгрузка и подъём по лестнице, этаж 5 180 ₽');
      expect(order.text).toContain('К оплате 2 037 ₽');
      await sql`delete from carrying_rates`.execute(db);
    });
  });

  describe('the order page', () => {
    async function ordered(...lines: Parameters<typeof cartOf>) {
      const visitor = await cartOf(...lines);
      const { location } = await place(visitor, await visitor.get('/cart/'));
      return { visitor, url: location! };
    }

    test('[S2-06] the buyer cancels while it is allowed, and the goods are free again', async () => {
      const before = await stockOf(db, mix);
      const { visitor, url } = await ordered([mix, 3]);
      expect((await stockOf(db, mix)).reserved).toBe(before.reserved + 3);
      const answer = await visitor.post(url, { intent: 'cancel' });
      expect(answer).toMatchObject({ status: 303, location: url });
      expect((await visitor.get(url)).text).toContain('Вы отменили заказ');
      expect((await stockOf(db, mix)).reserved).toBe(before.reserved);
    });

    test('[S2-06] a stranger can neither cancel nor repeat', async () => {
      const { visitor, url } = await ordered([mix, 1]);
      for (const intent of ['cancel', 'repeat']) {
        expect((await formVisitor(app).post(url, { intent })).status).toBe(404);
      }
      expect((await visitor.get(url)).text).not.toContain('Вы отменили заказ');
    });

    test('an order is repeated into the cart as it was', async () => {
      const { visitor, url } = await ordered([mix, 3], [primer, 1]);
      expect(await visitor.post(url, { intent: 'repeat' })).toMatchObject({ status: 303, location: '/cart/' });
      expect((await visitor.get('/cart/')).text).toContain(`Итого ${money(3 * 489 + 620)}`);
    });

    test('[S2-06] the signed link of the email opens the order on any device; a changed one does not', async () => {
      const { url } = await ordered([mix, 1]);
      const id = url.split('/')[2]!;
      const { secretKeys } = await import('#platform/secret-keys.ts');
      const { linkToken } = await import('#modules/orders/order-access.ts');
      const token = linkToken(await secretKeys(db, undefined), id, new Date());
      expect((await formVisitor(app).get(`${url}?token=${token}`)).status).toBe(200);
      expect((await formVisitor(app).get(`${url}?token=${token}x`)).status).toBe(404);
    });

    test.runIf(isGuest)(
      '[S2-06] a guest who lost the browser hears the same words whether or not number and e-mail belong together',
      async () => {
        const { visitor, url } = await ordered([mix, 1]);
        const number = /Заказ (\d{7})/.exec((await visitor.get(url)).text)![1]!;
        const email = 'anna@pochta.example';
        const known = await visitor.post('/order/', { number, email });
        const wrongEmail = await visitor.post('/order/', { number, email: 'other@pochta.example' });
        const unknown = await visitor.post('/order/', { number: '9999999', email });
        const words = 'Если заказ с таким номером и такой почтой есть, письмо со ссылкой придёт';
        for (const answer of [known, wrongEmail, unknown]) {
          expect(answer.status).toBe(200);
          expect(answer.text).toContain(words);
        }
        const empty = await visitor.post('/order/', { number: '', email: 'нет' });
        expect(empty.status).toBe(422);
        expect(empty.text).toContain('Обязательно для заполнения');
        expect(empty.text).toContain('Неверный формат');
      },
    );
  });

  describe('what changed since the last visit', () => {
    const hours = (n: number) => Math.floor((Date.now() - n * 3_600_000) / 1000).toString(36);

    test('a price that fell while the visitor was away is named, and stays named during the visit', async () => {
      const visitor = await cartOf([mix, 1]);
      await db
        .insertInto('price_changes')
        .values({
          price_column: 'vologda',
          product_id: mix.id,
          changed_at: new Date(Date.now() - 86_400_000),
          price: 55_600,
        })
        .execute();
      visitor.cookies.set('cart_look', `00131..${hours(2)}`);
      const words = '«Штукатурка Гладь»: дешевле на 67 ₽ с прошлого визита';
      expect((await visitor.get('/cart/')).text).toContain(words);
      expect((await visitor.get('/cart/')).text).toContain(words);
      visitor.cookies.delete('cart_look');
      expect((await visitor.get('/cart/')).text).not.toContain('с прошлого визита');
    });

    test('a broken memory of the last visit is a first visit', async () => {
      const visitor = await cartOf([mix, 1]);
      for (const value of ['', 'x', '99999.zz.zz', `00131.${'z'.repeat(50)}.1`]) {
        visitor.cookies.set('cart_look', value);
        expect((await visitor.get('/cart/')).status).toBe(200);
      }
    });
  });

  describe('pickup points', () => {
    test('[S2-05] a point without its own stock gets the goods tomorrow, and takes no day before; another one with everything is one press away', async () => {
      vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00Z'), toFake: ['Date'] });
      const visitor = await cartOf([mix, 1]);
      const page = await visitor.get('/cart/');
      const far = await visitor.press(page, '/cart/', 'update', { point: '00132' });
      expect(far.text).toContain('Привезём завтра: Окружное шоссе, 13');
      expect(far.text).toContain('Все товары вместе — ул. Гончарная, 2');
      const back = await visitor.press(far, '/cart/', 'point:00131');
      expect(back.text).toContain('В наличии: ул. Гончарная, 2');
      // Without a script the days of the first point stay on the page when another one is ticked.
      const early = await place(visitor, page, { point: '00132', comment: 'Позвоните за час' });
      expect(early.status).toBe(422);
      expect(early.text).toContain('Заказ будет готов завтра: выберите этот день или позже');
      expect(early.html).toContain('id="pickup_date-error"');
      const sent = fieldsOf(early.html);
      expect([sent.get('point'), sent.get('pickup_date')]).toEqual(['00132', fieldsOf(far.html).get('pickup_date')]);
      expect([sent.get('name'), sent.get('comment')]).toEqual([anna.name, 'Позвоните за час']);
      const placed = await place(visitor, early);
      expect((await visitor.get(placed.location!)).text).toContain('г. Вологда, Окружное шоссе, 13');
    });

    test.each([
      ['is sold out in the store of the branch', 0],
      ['never was in the store of the branch', null],
    ])(
      '[S2-15] what lies at a point alone and %s is bought there: the cart goes to that point and is ordered',
      async (_, on_hand) => {
        const rare = await makeProduct(db, { name: 'Смесь пункта', price: 30_000, on_hand });
        const shelf = { store: 'store132', product_id: rare.id, on_hand: 4, on_hand_base: 120 };
        await db.insertInto('stock').values(shelf).execute();
        const visitor = formVisitor(app);
        const page = await visitor.get(`/product/${rare.slug}/`);
        expect(page.text).toContain('Есть в пункте Окружное шоссе, 13: 4 мешка');
        expect(page.text).not.toContain('Нет в наличии');
        expect(page.html).toContain('https://schema.org/InStoreOnly');
        const line = { product_id: rare.id, product_idcode: rare.idcode, count: 2 };
        expect((await visitor.post('/cart/', { ...line, intent: 'add' })).text).not.toContain('Итого 600 ₽');
        expect((await visitor.post('/cart/', { ...line, intent: 'at:00052' })).status).toBe(404);
        const added = await visitor.post('/cart/', { ...line, intent: 'at:00132' });
        expect([added.status, added.location]).toEqual([303, '/cart/']);
        const cart = await visitor.get('/cart/');
        expect(cart.text).toContain('В наличии: Окружное шоссе, 13');
        expect(cart.text).toContain('Итого 600 ₽');
        const placed = await place(visitor, cart);
        expect((await visitor.get(placed.location!)).text).toContain('г. Вологда, Окружное шоссе, 13');
        await sql`delete from reservations where store = 'store132'`.execute(db);
        await sql`delete from stock where store = 'store132'`.execute(db);
      },
    );

    test('[S7-36] an order that is paid by invoice promises no day: its goods wait for the money', async () => {
      const visitor = await cartOf([mix, 1]);
      const page = await visitor.get('/cart/');
      expect(page.text).toContain('Всё лежит здесь: соберём за час после оплаты, в часы работы');
      expect(page.text).toContain('День и время приезда выберете на странице заказа, когда поступит оплата.');
      const firm = { company_name: 'ООО «Стройка»', company_inn: '7707083893' };
      const [, today = ''] = /name="pickup_date" value="([\d-]+)"/.exec(page.html) ?? [];
      const placed = await place(visitor, page, { payment: 'invoice', pickup_date: today, ...firm });
      const [, id = ''] = /\/order\/([0-9a-f-]+)\//.exec(placed.location!) ?? [];
      const { rows } = await sql`select receiving_date from orders where id = ${id}::uuid`.execute(db);
      expect(rows).toEqual([{ receiving_date: null }]);
      const order = await visitor.get(placed.location!);
      expect(order.text).toContain('Когда придут деньги, соберём заказ за час, в часы работы пункта, и пришлём письмо');
    });

    test('a point of another city is no point of this one', async () => {
      const visitor = await cartOf([mix, 1]);
      const refused = await place(visitor, await visitor.get('/cart/'), { point: '00052' });
      expect(refused.text).toContain('Пункт выдачи: такого пункта выдачи нет в этом городе');
    });
  });

  describe('another city', () => {
    test('a cart that moved names what got dearer, cheaper or vanished, until it was read', async () => {
      const visitor = await cartOf([mix, 1], [primer, 1], [last, 1]);
      await visitor.get('/cart/');
      visitor.host = 'cherepovets.idd.localhost';
      const page = await visitor.get('/cart/');
      expect(page.text).toContain('Город изменён: что поменялось');
      expect(page.text).toContain('Штукатурка Гладь : 489 ₽ → 512 ₽');
      expect(page.text).toContain('Грунтовка Основа : 620 ₽ → 600 ₽');
      expect(page.text).toMatch(/Здесь нет в наличии Краска Мат/);
      expect(page.text).toContain('Вся корзина стоила 4 399 ₽, теперь стоит 1 112 ₽');
      expect(page.html).toMatch(/<a [^>]*href="http:\/\/idd\.localhost\/cart\/"[^>]*>Вернуть Вологду/);
      expect((await visitor.get('/cart/')).text).toContain('Город изменён');
      const read = await visitor.press(page, '/cart/', 'seen');
      expect(read.text).not.toContain('Город изменён');
      expect((await visitor.get('/cart/')).text).not.toContain('Город изменён');
    });
  });
});

test('[S2-06] a firm that pays behind the goods names its day by invoice and is told when it pays', async () => {
  const buyer = await makeUser(db);
  const firm = await makeCompany(db, { inn: '7728168971', deferral_days: 14 });
  await joinCompany(db, buyer, firm);
  // What is unpaid of the tests above is counted by their address.
  const visitor = formVisitor(app, { address: '198.51.100.7' });
  await signInVisitor(db, visitor, buyer);
  const dateOf = async () => {
    await visitor.addToCart(mix, 1);
    const page = await visitor.get('/cart/');
    const [, day = ''] = /name="pickup_date" value="([\d-]+)"/.exec(page.html) ?? [];
    const placed = await place(visitor, page, { payment: 'invoice', pickup_date: day });
    const [, id = ''] = /orders?\/([0-9a-f-]+)\//.exec(placed.location!) ?? [];
    const { rows } = await sql<{ date: string | null }>`
      select receiving_date::text as date from orders where id = ${id}::uuid`.execute(db);
    return { page, day, date: rows[0]?.date };
  };
  const later = await dateOf();
  expect(later.page.text).toContain('Счёт пришлём на почту, оплатите его в течение 14 дней после получения');
  expect(later.page.html.match(/data-money-first/g)).toBeNull();
  expect(later.date).toBe(later.day);
  await db.updateTable('companies').set({ activated_at: null }).where('id', '=', firm.id).execute();
  const first = await dateOf();
  expect(first.page.text).toContain('Нужен ИНН, счёт пришлём на почту');
  expect(first.page.html.match(/data-money-first/g)).toHaveLength(1);
  expect(first.date).toBeNull();
});

function money(roubles: number): string {
  return `${roubles.toLocaleString('ru-RU').replace(/[\u00a0\u202f]/g, ' ')} ₽`;
}
