import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { saveList } from '#modules/saved-lists/save-list.ts';
import { writeIds } from '#shared/lists.ts';
import { joinCompany, makeCompany, makeUser, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { userAgents } from '#test/support/http.ts';
import { readPdf } from '#test/support/pdf.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const mix = await makeProduct(db, { name: 'Штукатурка Гладь', price: 48_900, on_hand: 100 });
const paint = await makeProduct(db, { name: 'Краска Мат', price: 329_000, on_hand: 10, min_count: 2, step: 2 });
const lath = await makeProduct(db, { name: 'Рейка', price: 5_000, on_hand: 0 });

async function anna() {
  const user = await makeUser(db);
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, user);
  const favour = (...products: { id: number }[]) =>
    visitor.cookies.set('favourites', writeIds(products.map(({ id }) => id)));
  const save = async (name: string, fields: Record<string, string> = {}) => {
    const answer = await visitor.post('/personal/lists/', { intent: 'save', source: 'favourites', name, ...fields });
    return { answer, url: answer.location?.replace(/\?.*/, '') ?? '' };
  };
  return { user, visitor, favour, save };
}

const linesOf = async (user: { id: string }) => {
  const { rows } = await sql<{ name: string; product_id: number; count: number }>`
    select l.name, g.product_id, g.count from saved_lists l join saved_list_lines g on g.list_id = l.id
    where l.user_id = ${user.id}::uuid order by l.name, g.position`.execute(db);
  return rows;
};

test('[S7-29] favourites are kept under a name, the smallest count of each, and the cookie stays the list it was', async () => {
  const { user, visitor, favour, save } = await anna();
  expect((await visitor.get('/favorites/')).text).not.toContain('Сохранить как список');
  favour(paint, mix, { id: 999_999 });
  const cookie = visitor.cookies.get('favourites');
  const favourites = await visitor.get('/favorites/');
  expect(favourites.html).toContain('href="/personal/lists/?from=favourites"');
  expect((await visitor.get('/personal/lists/?from=favourites')).text).toContain('Избранное 3 товара');
  const { answer, url } = await save('  Ванная ');
  expect(answer.status).toBe(303);
  expect(visitor.cookies.get('favourites')).toBe(cookie);
  expect(await linesOf(user)).toEqual([
    { name: 'Ванная', product_id: paint.id, count: 2 },
    { name: 'Ванная', product_id: mix.id, count: 1 },
  ]);
  const page = await visitor.get(answer.location!);
  expect(page.text).toContain('Список сохранён.');
  expect(page.text).toContain('2 наименования, в наличии 2. Цены и остатки на сегодня, г. Вологда.');
  expect(page.text).toContain('2 наименования в наличии: 7 069 ₽');
  expect((await visitor.get('/personal/lists/')).text).toMatch(
    /Ванная Краска Мат 2 мешка [\d ]+ ₽ Штукатурка Гладь 1 мешок [\d ]+ ₽ 7 069 ₽ за 2 товара В корзину Поделиться Переименовать/,
  );
  expect(url).toMatch(/^\/personal\/lists\/[0-9a-f-]{36}\/$/);
});

test('a guest is led to the login and back; another person meets no list', async () => {
  const guest = formVisitor(app);
  const from = '/personal/lists/?from=cart';
  expect((await guest.get(from)).location).toBe(`/login/?back=${encodeURIComponent(from)}`);
  const { favour, save, user } = await anna();
  favour(mix);
  const { url } = await save('Дача');
  const { visitor: other } = await anna();
  expect((await other.get(url)).status).toBe(404);
  for (const intent of ['remove', 'name', 'cart', `line:${mix.id}`])
    expect((await other.post(url, { intent, name: 'Чужая', line: mix.id })).status).toBe(404);
  expect(await linesOf(user)).toHaveLength(1);
  expect((await other.get('/personal/lists/not-an-id/')).status).toBe(404);
});

test('the cart is kept with its counts; a taken name is replaced only when that is asked for', async () => {
  const { user, visitor, favour, save } = await anna();
  await visitor.addToCart(mix, 7);
  favour(mix);
  await save('Ремонт');
  const refused = (await save('ремонт', { source: 'cart' })).answer;
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Список с таким названием уже есть');
  expect(refused.html).toMatch(/name="replace"/);
  expect(refused.html).toMatch(/value="ремонт"/);
  expect((await save('ремонт', { source: 'cart', replace: '1' })).answer.status).toBe(303);
  expect(await linesOf(user)).toEqual([{ name: 'ремонт', product_id: mix.id, count: 7 }]);
});

test('a name is asked for, an unknown source is refused, and of nothing no list is made', async () => {
  const { user, visitor, favour, save } = await anna();
  const empty = await visitor.get('/personal/lists/');
  expect(empty.text).toContain('Списков пока нет.');
  expect(empty.html).not.toContain('type="radio" name="source"');
  expect((await save('Пусто')).answer.text).toContain('Сохранять пока нечего');
  favour(mix);
  expect((await save(' ')).answer.text).toContain('Обязательно для заполнения');
  expect((await save('x'.repeat(61))).answer.status).toBe(422);
  expect((await save('Чужое', { source: 'order' })).answer.status).toBe(422);
  expect(await linesOf(user)).toEqual([]);
});

test('an empty list is begun by its name alone, is filled later, and takes the place of no other', async () => {
  const { user, visitor, favour, save } = await anna();
  const page = await visitor.get('/personal/lists/');
  expect(page.html).toMatch(/type="hidden" name="source" value="empty"/);
  const { answer, url } = await save('Баня', { source: 'empty' });
  expect(answer.status).toBe(303);
  const empty = await visitor.get(url);
  expect(empty.text).toContain('В этом списке пока нет товаров.');
  expect(empty.html).toContain('href="/favorites/"');
  expect((await visitor.get('/personal/lists/')).text).toMatch(/Баня Пока пусто Переименовать Изменён /);
  const added = await visitor.post(`/personal/lists/?from=product&product=${mix.id}`, {
    intent: 'list',
    list: url.split('/')[3] ?? '',
  });
  expect(added.status).toBe(303);
  const taken = (await save('баня', { source: 'empty', replace: '1' })).answer;
  expect(taken.status).toBe(422);
  expect(taken.text).toContain('Список с таким названием уже есть');
  expect(await linesOf(user)).toEqual([{ name: 'Баня', product_id: mix.id, count: 1 }]);
  favour(mix);
  expect((await visitor.get('/personal/lists/')).text).toContain('Пустой список Товары добавите потом');
});

test('ticked lines go into the cart; what is out of stock cannot be ticked and is named', async () => {
  const { visitor, favour, save } = await anna();
  favour(mix, paint, lath);
  const { url } = await save('Кухня');
  const page = await visitor.get(url);
  expect(page.text).toContain('3 наименования, в наличии 2.');
  expect(page.text).toContain('Нет в наличии');
  expect(page.html).toMatch(new RegExp(`<input[^>]*disabled[^>]*value="${lath.id}"|value="${lath.id}"[^>]*disabled`));
  expect((await visitor.post(url, { intent: 'cart' })).text).toContain('Отметьте, что положить в корзину');
  expect((await visitor.post(url, { intent: 'cart', line: paint.id })).location).toBe('/cart/');
  const cart = await visitor.get('/cart/');
  expect(cart.text).toContain('Краска Мат');
  expect(cart.text).not.toContain('Штукатурка Гладь');
  expect(cart.html).toContain('href="/personal/lists/?from=cart"');
  // From the list of lists all that can be had goes, and nothing that cannot.
  const overview = await visitor.get('/personal/lists/');
  expect(overview.text).toMatch(/Нет в наличии: 1 Подобрать замену .*Рейка 1 мешок нет .* за 2 товара из 3 В корзину/);
  expect(overview.html.match(/is-missing/g), 'of three pictures one is grey').toHaveLength(1);
  expect(overview.html, 'where it is told what there is instead').toContain(`href="${url}#line-${lath.id}"`);
  expect(page.html).toContain(`id="line-${lath.id}"`);
  expect((await visitor.post(url, { intent: 'all' })).location).toBe('/cart/');
  const whole = (await visitor.get('/cart/')).text;
  expect(whole).toMatch(/Краска Мат.*Штукатурка Гладь|Штукатурка Гладь.*Краска Мат/);
  expect(whole).not.toContain('Рейка');
});

test('what is left in less than its smallest count is not counted in a list, and does not go into the cart', async () => {
  const { visitor, favour, save } = await anna();
  favour(mix, paint);
  const { url } = await save('Остатки');
  const { on_hand } = await db
    .selectFrom('stock')
    .select('on_hand')
    .where('product_id', '=', paint.id)
    .executeTakeFirstOrThrow();
  const leave = (on_hand: number) =>
    db.updateTable('stock').set({ on_hand }).where('product_id', '=', paint.id).execute();
  await leave(1);
  expect((await visitor.get('/personal/lists/')).text).toMatch(/Нет в наличии: 1 .*за 1 товар из 2 В корзину/);
  await visitor.post(url, { intent: 'all' });
  const cart = (await visitor.get('/cart/')).text;
  expect(cart).toContain('Штукатурка Гладь');
  expect(cart).not.toContain('Краска Мат');
  await leave(on_hand);
});

test('what of a list is there in part is told, and the sum is of that part', async () => {
  const { user, visitor } = await anna();
  const goods = [{ product_id: paint.id, count: 14 }];
  await db.transaction().execute((db) => saveList(db, user.id, { name: 'Фасад', goods, replaces: false }));
  const { text } = await visitor.get('/personal/lists/');
  expect(text).toMatch(
    /Фасад Есть меньше, чем нужно: 1 Краска Мат 14 мешков [\d ]+ ₽ 32 900 ₽ за то, что есть в наличии/,
  );
});

test('beside lists the form of another is folded until it is asked for or refused, its example is no list there is', async () => {
  const { visitor, favour, save } = await anna();
  const formOf = async (path: string) => /<details[^>]*id="save"[^>]*>/.exec((await visitor.get(path)).html)?.[0];
  expect((await visitor.get('/personal/lists/')).html).toContain('placeholder="Например, Кухня"');
  favour(mix);
  await save('кухня');
  expect(await formOf('/personal/lists/')).not.toContain('open');
  expect(await formOf('/personal/lists/?from=favourites')).toContain('open');
  expect((await visitor.get('/personal/lists/')).html).toContain('placeholder="Например, Ванная"');
  const { html } = (await save(' ')).answer;
  expect(html).toMatch(/<details[^>]*id="save"[^>]* open/);
});

test('four goods of a list are all shown: no words stand for one', async () => {
  const { user, visitor } = await anna();
  const goods: { product_id: number; count: number }[] = [];
  for (let at = 0; at < 4; at++) {
    const { id } = await makeProduct(db, { name: `Брус ${at}`, price: 1_000, on_hand: 5 });
    goods.push({ product_id: id, count: 1 });
  }
  await db.transaction().execute((db) => saveList(db, user.id, { name: 'Веранда', goods, replaces: false }));
  const { text } = await visitor.get('/personal/lists/');
  expect(text).toContain('Брус 3');
  expect(text).not.toContain('Ещё');
});

test('a long list names three goods, one a row, and how many there are besides', async () => {
  const { user, visitor } = await anna();
  const goods: { product_id: number; count: number }[] = [];
  for (let at = 0; at < 7; at++) {
    const { id } = await makeProduct(db, { name: `Доска ${at}`, price: 1_000, on_hand: 5 });
    goods.push({ product_id: id, count: 1 });
  }
  await db.transaction().execute((db) => saveList(db, user.id, { name: 'Забор', goods, replaces: false }));
  const { text } = await visitor.get('/personal/lists/');
  expect(text).toMatch(
    /Забор Доска 0 1 мешок 10 ₽ Доска 1 1 мешок 10 ₽ Доска 2 1 мешок 10 ₽ Ещё 4 товара 70 ₽ за 7 товаров/,
  );
});

test('a list is handed on by a link to a copy with its counts, which a guest takes into the cart', async () => {
  const { visitor, favour, save } = await anna();
  favour(mix, paint);
  const { url } = await save('Соседям');
  await visitor.post(url, { intent: 'counts', [`count_${mix.id}`]: '5' });
  const shared = await visitor.post(url, { intent: 'share' });
  expect(shared.location).toMatch(/\?done=share&link=[0-9a-f]{32}#share$/);
  const page = await visitor.get(shared.location!);
  expect(page.text).toMatch(/Ссылка на копию списка, действует до \d+\s[а-я]+( \d{4})?\. Ваших данных в ней нет/);
  const link = /value="http:\/\/idd\.localhost(?::\d+)?(\/cart\/shared\/[0-9a-f]{32}\/)"/.exec(page.html)?.[1] ?? '';
  const guest = formVisitor(app);
  const copy = await guest.get(link);
  expect(copy.text).toMatch(/Товары по ссылке.*Штукатурка Гладь.* 5 мешков/);
  expect(copy.text).not.toContain('Соседям');
  expect((await visitor.get(`${url}?link=${'0'.repeat(32)}`)).text).not.toContain('Ссылка на копию');
  const { visitor: stranger } = await anna();
  expect((await stranger.post(url, { intent: 'share' })).status).toBe(404);
  const empty = await save('Пусто ещё', { source: 'empty' });
  expect((await visitor.get(empty.url)).text).not.toContain('Поделиться');
  expect((await visitor.post(empty.url, { intent: 'share' })).status).toBe(422);
});

test('renaming is opened from the row of a list', async () => {
  const { visitor, favour, save } = await anna();
  favour(mix);
  const { url } = await save('Склад');
  expect((await visitor.get('/personal/lists/')).html).toContain(`href="${url}?open=name#name"`);
  expect((await visitor.get(`${url}?open=name`)).html).toMatch(
    /<details[^>]* open=""[^>]*><summary[^>]*>Переименовать/,
  );
  expect((await visitor.get(url)).html).not.toMatch(/<details[^>]* open/);
});

test('counts of a list are kept as they are set, rounded to what is sold, and go into the cart', async () => {
  const { user, visitor, favour, save } = await anna();
  favour(mix, paint, lath);
  const { url } = await save('Прихожая');
  const { visitor: stranger } = await anna();
  expect((await stranger.post(url, { intent: 'counts', [`count_${mix.id}`]: '9' })).status).toBe(404);
  const page = await visitor.get(url);
  expect(page.html).toContain(`href="/product/${lath.slug}/#analogues"`);
  const kept = await visitor.post(url, { intent: 'counts', [`count_${mix.id}`]: '4', [`count_${paint.id}`]: '5' });
  expect((await visitor.get(kept.location!)).text).toContain('Количество сохранено.');
  const counts = async () => Object.fromEntries((await linesOf(user)).map((line) => [line.product_id, line.count]));
  expect(await counts()).toEqual({ [mix.id]: 4, [paint.id]: 6, [lath.id]: 1 });
  const refused = await visitor.post(url, { intent: 'counts', [`count_${mix.id}`]: '2,5' });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Штукатурка Гладь: укажите целое число, например 3');
  expect(await counts()).toMatchObject({ [mix.id]: 4 });
  await visitor.post(url, { intent: 'cart', line: mix.id, [`count_${mix.id}`]: '7' });
  expect(await counts()).toMatchObject({ [mix.id]: 7 });
  expect((await visitor.get('/cart/')).text).toContain('3 423 ₽');
});

test('a list comes back into favourites, and the limit of the cookie is said', async () => {
  const { visitor, favour, save } = await anna();
  favour(mix, paint);
  const { url } = await save('Дом');
  expect((await visitor.get(url)).text).toContain('Все товары списка уже в избранном.');
  // A robot's lists are not kept, and a visitor without a browser's name is one.
  const keep = async () => {
    const { headers } = await app.inject({
      method: 'POST',
      url: '/favorites/',
      headers: {
        host: 'idd.localhost',
        origin: 'http://idd.localhost',
        'user-agent': userAgents.desktop,
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `favourites=${visitor.cookies.get('favourites')}`,
      },
      payload: new URLSearchParams({ intent: 'keep', ids: writeIds([mix.id, paint.id]) }).toString(),
    });
    return { location: headers.location, cookie: String(headers['set-cookie']) };
  };
  favour(lath);
  expect((await visitor.get(url)).html).toContain(`value="${writeIds([mix.id, paint.id])}"`);
  const kept = await keep();
  expect(kept.location).toBe('/favorites/');
  expect(kept.cookie).toContain(`favourites=${writeIds([mix.id, paint.id, lath.id])};`);
  favour(...Array.from({ length: 200 }, (_, at) => ({ id: 500_000 + at })));
  const full = await keep();
  expect((await visitor.get(full.location!)).text).toContain('Список заполнен: в избранном не больше 200 товаров');
});

test('a list is renamed, loses a line and is removed', async () => {
  const { user, visitor, favour, save } = await anna();
  favour(mix, paint);
  await save('Одна');
  const { url } = await save('Другая');
  const taken = await visitor.post(url, { intent: 'name', name: 'ОДНА' });
  expect(taken.status).toBe(422);
  expect(taken.text).toContain('Список с таким названием уже есть');
  const renamed = await visitor.post(url, { intent: 'name', name: 'Третья' });
  expect((await visitor.get(renamed.location!)).text).toContain('Название изменено.');
  await visitor.post(url, { intent: `line:${mix.id}` });
  expect((await linesOf(user)).filter(({ name }) => name === 'Третья')).toEqual([
    { name: 'Третья', product_id: paint.id, count: 2 },
  ]);
  await visitor.post(url, { intent: `line:${paint.id}` });
  expect((await visitor.get(url)).text).toContain('В этом списке пока нет товаров.');
  const removed = await visitor.post(url, { intent: 'remove' });
  expect((await visitor.get(removed.location!)).text).toContain('Список удалён.');
  expect((await visitor.get(url)).status).toBe(404);
  expect((await visitor.post('/personal/lists/', { intent: 'x' })).status).toBe(422);
});

test('thirty lists are the most, also when they are saved at the same time', async () => {
  const { user, visitor, favour, save } = await anna();
  favour(mix);
  const goods = [{ product_id: mix.id, count: 1 }];
  for (let n = 0; n < 28; n++)
    await db.transaction().execute((db) => saveList(db, user.id, { name: `Список ${n}`, goods, replaces: false }));
  const together = await Promise.allSettled(
    [1, 2, 3, 4].map((n) =>
      db.transaction().execute((db) => saveList(db, user.id, { name: `Сразу ${n}`, goods, replaces: false })),
    ),
  );
  expect(together.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect((await save('Лишний')).answer.text).toContain('Больше 30 списков сохранить нельзя: удалите лишние');
  // One that is there already may still change.
  expect((await save('Список 0', { replace: '1' })).answer.status).toBe(303);
  expect((await visitor.get('/personal/lists/')).html.match(/class="lkrow lists__row"/g)).toHaveLength(30);
});

test('a product’s page leads to the person’s lists: it is put on one, on a new one, and on none twice', async () => {
  const { user, visitor, favour, save } = await anna();
  const url = `/personal/lists/?from=product&product=${paint.id}`;
  expect((await visitor.get(`/product/${paint.slug}/`)).html).toContain(`href="${url.replace('&', '&amp;')}"`);
  expect((await formVisitor(app).get(url)).location).toBe(`/login/?back=${encodeURIComponent(url)}`);
  expect((await visitor.get('/personal/lists/?from=product&product=999999')).status).toBe(404);
  expect((await visitor.get(url)).html).not.toContain('name="list"');
  expect((await visitor.post(url, { intent: 'save', name: ' ' })).text).toContain('Обязательно для заполнения');
  const begun = await visitor.post(url, { intent: 'save', name: 'Спальня' });
  expect((await visitor.get(begun.location!)).text).toContain('Список сохранён.');

  favour(mix, lath);
  const other = await save('Балкон');
  const list = other.url.split('/')[3]!;
  const page = await visitor.get(url);
  expect(page.text).toMatch(/Балкон 2 товара Добавить в список «Балкон»/);
  expect(page.text).toMatch(/Спальня 1 товар Уже здесь/);
  const removed = await visitor.post(other.url, { intent: `line:${mix.id}` });
  expect(removed.status).toBe(303);
  for (let time = 0; time < 2; time++) {
    const added = await visitor.post(url, { intent: 'list', list });
    expect((await visitor.get(added.location!)).text).toContain('Товар добавлен в список.');
  }
  expect(await linesOf(user)).toEqual([
    { name: 'Балкон', product_id: lath.id, count: 1 },
    { name: 'Балкон', product_id: paint.id, count: 2 },
    { name: 'Спальня', product_id: paint.id, count: 2 },
  ]);

  expect((await visitor.get('/personal/')).text).toContain('Списки товаров Все списки Балкон 2 товара Спальня 1 товар');

  const { visitor: stranger } = await anna();
  expect((await stranger.post(url, { intent: 'list', list })).status).toBe(404);
  expect((await stranger.post(url, { intent: 'list', list: 'no-id' })).status).toBe(404);
});

test('a list of two hundred goods takes no more, and a place that was left is taken again', async () => {
  const { user, visitor, favour, save } = await anna();
  favour(mix);
  const { url } = await save('Полный');
  const list = url.split('/')[3]!;
  const goods = await Promise.all(
    Array.from({ length: 199 }, (_, at) => makeProduct(db, { name: `Плитка ${at}`, price: 1_000, on_hand: 1 })),
  );
  for (const [at, { id }] of goods.entries())
    await sql`insert into saved_list_lines (list_id, position, product_id, count)
      values (${list}::uuid, ${at + 2}, ${id}, 1)`.execute(db);
  const add = () => visitor.post(`/personal/lists/?from=product&product=${paint.id}`, { intent: 'list', list });
  expect((await add()).text).toContain('В списке уже 200 товаров: больше не помещается');
  await visitor.post(url, { intent: `line:${goods[7]!.id}` });
  expect((await add()).status).toBe(303);
  expect(await linesOf(user)).toContainEqual({ name: 'Полный', product_id: paint.id, count: 2 });
});

describe('a firm reads a list at its own prices', async () => {
  const company = await makeCompany(db);
  await db.insertInto('prices').values({ price_column: 'vologda_b2b', product_id: mix.id, price: 45_000 }).execute();

  async function sergey() {
    const user = await makeUser(db);
    await joinCompany(db, user, company);
    const visitor = formVisitor(app);
    await signInVisitor(db, visitor, user);
    const goods = [
      { product_id: mix.id, count: 40 },
      { product_id: paint.id, count: 14 },
      { product_id: lath.id, count: 3 },
    ];
    const id = await db
      .transaction()
      .execute((db) => saveList(db, user.id, { name: 'Подъезд', goods, replaces: false }));
    const offer = (kind: string, of = id) => `/cart/offer.${kind}?list=${of}`;
    return { visitor, offer, url: `/personal/lists/${id}/` };
  }
  const ask = (visitor: ReturnType<typeof formVisitor>, url: string) => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return app.inject({ url, headers: { host: visitor.host, cookie } });
  };

  test('the sum stands beside the retail one, and the price of a unit beside its retail one', async () => {
    const { visitor, url } = await sergey();
    const overview = (await visitor.get('/personal/lists/')).text;
    expect(overview).toContain('Цены для бизнеса и наличие на сегодня, г. Вологда.');
    // 40 × 450 ₽, and of the paint the ten that are there at the price of everybody.
    expect(overview).toMatch(/50 900 ₽ за то, что есть в наличии в рознице 52 460 ₽/);
    const page = (await visitor.get(url)).text;
    expect(page).toContain('450 ₽ за мешок · в рознице 489 ₽');
    expect(page).toMatch(/3 290 ₽ за мешок(?! · в рознице)/);
    expect(page, 'what is sold out has no price of today').toContain('Нет в наличии последняя цена 50 ₽ за мешок');
    await db.updateTable('products').set({ switched_off_at: new Date() }).where('id', '=', lath.id).execute();
    expect((await visitor.get(url)).text).toMatch(/Снят с продажи (?!.*50 ₽ за мешок)/);
    await db.updateTable('products').set({ switched_off_at: null }).where('id', '=', lath.id).execute();
    expect(page).toMatch(/2 наименования в наличии: 50 900 ₽ в рознице 52 460 ₽/);
    const { visitor: person, favour, save } = await anna();
    favour(mix);
    const own = await save('Подъезд');
    expect((await person.get(own.url)).text).not.toContain('в рознице');
    expect((await person.get('/personal/lists/')).text).not.toMatch(/в рознице|для бизнеса|КП в/);
  });

  test('a list is taken away as the proposal of the cart: its sums, its buyer, what is missing, and no coupon', async () => {
    const { visitor, offer, url } = await sergey();
    const { html } = await visitor.get('/personal/lists/');
    const page = await visitor.get(url);
    const [ticks = ''] = /<form[^>]*>(?:(?!<\/form>).)*name="line".*?<\/form>/s.exec(page.html) ?? [];
    expect(ticks).toContain('Отмеченное в корзину');
    expect(ticks, 'a proposal is of the whole list, whatever is ticked').not.toContain('/cart/offer');
    for (const kind of ['pdf', 'xlsx']) {
      expect(html).toContain(`href="${offer(kind)}"`);
      expect(page.html).toContain(`href="${offer(kind)}"`);
    }
    const pdf = await ask(visitor, offer('pdf'));
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const { text } = readPdf(pdf.rawPayload);
    expect(text).toContain('Коммерческое предложение');
    expect(text).toMatch(/Покупатель:.*ИНН/s);
    expect(text).toContain('50 900,00');
    expect(text).toMatch(/Не вошло, потому что сейчас нет в\sналичии: Краска Мат — 4\sмешка; Рейка — 3\sмешка\./);
    const sheet = await ask(visitor, offer('xlsx'));
    expect(sheet.headers['content-type']).toContain('spreadsheetml');
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect((await ask(visitor, offer('pdf', 'no-id'))).statusCode).toBe(404);
    const { visitor: stranger, favour, save } = await anna();
    expect((await ask(stranger, offer('pdf'))).statusCode).toBe(404);
    favour(lath);
    const none = await save('Нет');
    expect((await ask(stranger, offer('pdf', none.url.split('/')[3]))).headers.location).toBe(none.url);
    expect((await stranger.get(none.url)).html).not.toContain('offer.pdf');
  });

  test('a proposal names every good of the list that it leaves out, each for its own reason', async () => {
    const { visitor, offer, url } = await sergey();
    const list = url.split('/')[3]!;
    const past = await makeProduct(db, { name: 'Обои Ретро', price: 90_000, on_hand: 5 });
    const asked = await makeProduct(db, { name: 'Камин', price: null, on_hand: 5 });
    await db.updateTable('products').set({ switched_off_at: new Date() }).where('id', '=', past.id).execute();
    for (const [at, { id }] of [past, asked].entries())
      await sql`insert into saved_list_lines (list_id, position, product_id, count)
        values (${list}::uuid, ${at + 4}, ${id}, 2)`.execute(db);
    const { text } = readPdf((await ask(visitor, offer('pdf'))).rawPayload);
    expect(text).toMatch(
      /больше не\sпродаётся: Обои Ретро — 2\sмешка\.\s+Не вошло, потому что цена по\sзапросу: Камин — 2\sмешка\./,
    );
    expect(text).toContain('50 900,00');
    expect((await ask(visitor, offer('xlsx'))).statusCode).toBe(200);
  });
});
