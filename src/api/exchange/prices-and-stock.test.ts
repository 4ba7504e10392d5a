import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { takeGoodsWriting } from '#modules/catalogue/goods-writing.ts';
import { forgetOldCalls } from '#modules/exchange/answer-once.ts';
import { addApiKey } from '#modules/exchange/api-keys.ts';
import { exchangeLimits } from '#modules/exchange/schema.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { type Scope, scopes } from '#shared/exchange-words.ts';
import { commands } from '#src/commands/api-keys.ts';
import { testApp } from '#test/support/app.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testDatabase } from '#test/support/database.ts';
import { ask } from '#test/support/http.ts';
import { orderInput, orderPlace, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { startWebProcess } from '#test/support/web-process.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const app = await testApp(db, { FLOOD_PER_MINUTE: '100000' });
const all = [...scopes];
const whole = await key();
beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});

async function key(given: { scopes?: Scope[]; departments?: string[] } = {}) {
  return addApiKey(db, { name: 'Склад', scopes: all, departments: [], ...given });
}

type Sending = { secret?: string; once?: string };

async function send(path: 'prices' | 'stock', payload: object, { secret = whole.secret, once }: Sending = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/exchange/${path}/`,
    headers: {
      host: 'idd.localhost',
      authorization: `Bearer ${secret}`,
      ...(once !== undefined && { 'idempotency-key': once }),
    },
    payload,
  });
  return { status: answer.statusCode, headers: answer.headers, ...answer.json() };
}

async function priceOf(product: { id: number }, price_column = 'vologda') {
  return db
    .selectFrom('prices')
    .select(['price', 'old_price'])
    .where('price_column', '=', price_column)
    .where('product_id', '=', product.id)
    .executeTakeFirst();
}

const changesOf = async (product: { id: number }) =>
  (
    await db
      .selectFrom('price_changes')
      .select('price')
      .where('product_id', '=', product.id)
      .orderBy('changed_at')
      .execute()
  ).map(({ price }) => price);

describe('prices', () => {
  test('each row is answered: accepted, unchanged, or refused with a reason; the others are written all the same', async () => {
    const [first, second, third] = [await makeProduct(db), await makeProduct(db), await makeProduct(db)];
    await db
      .updateTable('products')
      .set({ id_1c: '7e1a#01', barcode: '4600000000017', article: 'КНФ-30/1' })
      .where('id', '=', first.id)
      .execute();
    await db.updateTable('products').set({ article: 'ДВОЙНОЙ' }).where('id', 'in', [second.id, third.id]).execute();
    const answer = await send('prices', {
      price_column: 'vologda',
      rows: [
        { id_1c: '7e1a#01', price: '1 512,505', old_price: 1700 },
        { idcode: second.idcode, price: 489 },
        { barcode: '4600000000017', price_column: 'cherepovets', price: 0.1 },
        { article: 'кнф 30-1', price_column: 'vologda_b2b', price: 1400 },
        { article: 'двойной', price: 10 },
        { idcode: 'нет-такого', price: 10 },
        { idcode: third.idcode, price: 0 },
        { idcode: third.idcode, price: 'дорого' },
        { idcode: third.idcode, price_column: 'moscow', price: 10 },
        { idcode: third.idcode, article: 'ДВОЙНОЙ', price: 10 },
        { idcode: second.idcode, price: 11 },
        { idcode: third.idcode, price: -5 },
        { idcode: third.idcode, price: 30_000_000 },
      ],
    });
    expect([answer.status, answer.accepted, answer.unchanged, answer.refused]).toEqual([200, 3, 1, 9]);
    expect(answer.rows.map(({ row, reason }: { row: number; reason?: string }) => [row, reason])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
      [4, undefined],
      [5, `артикул «двойной» у нескольких товаров (${second.idcode}, ${third.idcode}): укажите idcode`],
      [6, 'нет товара, у которого код «нет-такого»'],
      [7, 'цена 0: чтобы её снять, передайте null'],
      [8, 'цена «дорого»: это не число'],
      [9, 'колонка цен «moscow»: такого нет или ключ туда не пишет. Есть: cherepovets, vologda, vologda_b2b'],
      [10, 'товар называют одним из полей: id_1c, idcode, article или barcode'],
      [11, 'тот же товар уже назван в строке 2'],
      [12, 'цена -5 меньше копейки'],
      [13, 'цена 30000000 больше 21 474 836,47 ₽'],
    ]);
    expect(await priceOf(first)).toEqual({ price: 151_251, old_price: 170_000 });
    expect(await priceOf(first, 'cherepovets')).toEqual({ price: 10, old_price: null });
    expect(await priceOf(first, 'vologda_b2b')).toEqual({ price: 140_000, old_price: null });
    expect(await priceOf(second)).toEqual({ price: 48_900, old_price: null });
    expect(await changesOf(second)).toEqual([48_900]);
  });

  test('a price of the base unit is worked out for the sales unit; null takes it away, an old price not named stays', async () => {
    const bag = await makeProduct(db, { old_price: 60_000 });
    await send('prices', { price_column: 'vologda', unit: 'base', rows: [{ idcode: bag.idcode, price: 12.345 }] });
    expect(await priceOf(bag)).toEqual({ price: 37_035, old_price: 60_000 });
    await send('prices', { price_column: 'vologda', rows: [{ idcode: bag.idcode, price: null, old_price: null }] });
    expect(await priceOf(bag)).toEqual({ price: null, old_price: null });
    expect(await changesOf(bag)).toEqual([48_900, 37_035, null]);
  });

  test('a page and a list that were cached show the new price at once', async () => {
    const bag = await makeProduct(db);
    const page = async () =>
      (await app.inject({ url: `/product/${bag.slug}/`, headers: { host: 'idd.localhost' } })).body;
    expect(await page()).toMatch(/489(\s|&nbsp;)₽/);
    await send('prices', { price_column: 'vologda', rows: [{ idcode: bag.idcode, price: 777 }] });
    expect(await page()).toMatch(/777(\s|&nbsp;)₽/);
  });
});

describe('stock', () => {
  test('[S7-36] what is on hand is written, reservations stand, and an order that holds more than there is is marked short', async () => {
    const bag = await makeProduct(db, { on_hand: 10 });
    const order = await submitOrder(db, await orderPlace(db), orderInput([[bag, 6]]));
    const more = await send('stock', { store: 'store12', rows: [{ idcode: bag.idcode, quantity: 14 }] });
    expect([more.status, more.accepted, await stockOf(db, bag)]).toMatchObject([200, 1, { on_hand: 14, reserved: 6 }]);
    const fewer = await send('stock', {
      store: 'store12',
      unit: 'base',
      rows: [
        { idcode: bag.idcode, quantity: '149,999' },
        { idcode: bag.idcode, store: 'store52', quantity: -1 },
        { idcode: bag.idcode, store: 'store132', quantity: 'мало' },
        { idcode: bag.idcode, store: 'store9', quantity: 1 },
      ],
    });
    expect(fewer.rows).toEqual([
      { row: 1, status: 'accepted' },
      { row: 2, status: 'refused', reason: 'остаток -1 меньше нуля' },
      { row: 3, status: 'refused', reason: 'остаток «мало»: это не число' },
      { row: 4, status: 'refused', reason: expect.stringContaining('склад «store9»') },
    ]);
    expect(await stockOf(db, bag)).toMatchObject({ on_hand: 4, reserved: 6 });
    const short = await db
      .selectFrom('orders')
      .select('short_since')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(short.short_since).not.toBeNull();
    const again = await send('stock', {
      store: 'store12',
      unit: 'base',
      rows: [{ idcode: bag.idcode, quantity: 149.999 }],
    });
    expect([again.accepted, again.unchanged]).toEqual([0, 1]);
  });

  test('a product that never was in a store gets its row, of whole sales units', async () => {
    const bag = await makeProduct(db, { on_hand: null });
    await send('stock', { store: 'store52', rows: [{ idcode: bag.idcode, quantity: 2.9 }] });
    const { rows } =
      await sql`select on_hand, on_hand_base::float as base from stock where product_id = ${bag.id}`.execute(db);
    expect(rows).toEqual([{ on_hand: 2, base: 87 }]);
  });
});

describe('keys', () => {
  test('without a living key, or without the right, nothing is read or written', async () => {
    const bag = await makeProduct(db);
    const rows = [{ idcode: bag.idcode, price: 1 }];
    const none = await send('prices', { price_column: 'vologda', rows }, { secret: `idd_${'A'.repeat(43)}` });
    expect([none.status, none.error.code]).toEqual([401, 'no_api_key']);
    const stockOnly = await key({ scopes: ['stock'] });
    const wrong = await send('prices', { price_column: 'vologda', rows }, { secret: stockOnly.secret });
    expect([wrong.status, wrong.error]).toEqual([
      403,
      { code: 'forbidden', message: 'Этому ключу не разрешено: цены' },
    ]);
    const run = wordsRunner(commands, { db, url });
    expect(await run('api-keys end', [String(stockOnly.id)])).toBe(`Ключ ${stockOnly.id} «Склад» отозван.`);
    const ended = await send('stock', { store: 'store12', rows: [{ idcode: bag.idcode, quantity: 1 }] }, stockOnly);
    expect([ended.status, await stockOf(db, bag)]).toMatchObject([401, { on_hand: 100 }]);
    expect(await run('api-keys end', [String(stockOnly.id)])).toBe('Такого действующего ключа нет');
  });

  test('a key of one branch writes its columns and the stores of it and its points alone, and is told which', async () => {
    const bag = await makeProduct(db);
    const { secret } = await key({ departments: ['00131'] });
    const about = await app.inject({
      url: '/api/exchange/',
      headers: { host: 'idd.localhost', authorization: `bearer ${secret}` },
    });
    expect(about.json()).toMatchObject({
      scopes: ['prices', 'stock'],
      price_columns: [{ code: 'vologda' }, { code: 'vologda_b2b' }],
      stores: [{ code: 'store12' }, { code: 'store132' }],
      limits: { rows: 1_000 },
    });
    const answer = await send(
      'stock',
      {
        rows: [
          { idcode: bag.idcode, store: 'store52', quantity: 5 },
          { idcode: bag.idcode, store: 'store132', quantity: 5 },
        ],
      },
      { secret },
    );
    expect(answer.rows.map(({ status }: { status: string }) => status)).toEqual(['refused', 'accepted']);
  });

  test('the secret is shown once and stored as its hash; the list says whose key was used and when', async () => {
    const run = wordsRunner(commands, { db, url });
    const shown = await run('api-keys add', [], { name: 'Учётная система', scopes: 'prices', departments: '00052' });
    const secret = /idd_\S+/.exec(shown)?.[0] ?? '';
    expect(secret).toHaveLength(47);
    expect(JSON.stringify((await sql`select * from api_keys`.execute(db)).rows)).not.toContain(secret.slice(10));
    expect(await run('api-keys list')).toContain('Учётная система  цены  филиалы 00052  ещё не вызывали');
    await app.inject({ url: '/api/exchange/', headers: { host: 'idd.localhost', authorization: `Bearer ${secret}` } });
    expect(await run('api-keys list')).toMatch(/Учётная система {2}цены {2}филиалы 00052 {2}последний вызов \d/);
    expect(await run('api-keys add', [], { name: 'Чужой', scopes: 'orders' })).toContain('--scopes');
  });

  test('[S7-35] calls of one key and tries with wrong ones are counted in the database', async () => {
    const { secret, id } = await key();
    await sql`insert into limits (scope, key, window_start, count) values ('api_key', ${String(id)}, now(), ${exchangeLimits.callsPerMinute})`.execute(
      db,
    );
    const many = await send('prices', { rows: [] }, { secret });
    expect([many.status, many.error.code, Number(many.headers['retry-after']) > 0]).toEqual([429, 'too_many', true]);
    for (let turn = 0; turn < 30; turn++) await send('prices', {}, { secret: 'x'.repeat(30) });
    expect((await send('prices', {}, { secret: 'x'.repeat(30) })).status).toBe(429);
  });
});

describe('what is sent', () => {
  test('[S7-35] a body that is malformed, too long or too large is refused whole, in words', async () => {
    const bag = await makeProduct(db);
    const wrong = await send('prices', { price_column: 'vologda', rows: [{ idcode: bag.idcode, prise: 1 }] });
    expect([wrong.status, wrong.error.code, Object.keys(wrong.error.fields)]).toEqual([
      422,
      'bad_input',
      ['rows.0.price'],
    ]);
    const rows = Array.from({ length: exchangeLimits.rows + 1 }, () => ({ idcode: bag.idcode, price: 1 }));
    expect((await send('prices', { price_column: 'vologda', rows })).status).toBe(422);
    const large = await send('prices', { price_column: 'x'.repeat(exchangeLimits.bytes), rows: [] });
    expect([large.status, large.error.code]).toEqual([413, 'too_large']);
  });

  test('[S7-35] signs that no database keeps refuse their row alone, and name no other good', async () => {
    const bag = await makeProduct(db);
    const [head, tail] = [bag.idcode.slice(0, 2), bag.idcode.slice(2)];
    const rows = [
      { idcode: `${head}\u0000${tail}`, price: 10 },
      { idcode: `${bag.idcode}\ud800`, price: 10 },
      { idcode: bag.idcode, price: '\u0000' },
      { idcode: bag.idcode, price: 77 },
    ];
    const answer = await send('prices', { price_column: 'vologda', rows }, { once: 'odd-signs' });
    expect([answer.status, answer.accepted, answer.refused]).toEqual([200, 1, 3]);
    expect(answer.rows[0].reason).toBe(`нет товара, у которого код «${head}\ufffd${tail}»`);
    expect((await priceOf(bag))?.price).toBe(7_700);
    const column = await send('prices', { price_column: 'vologda\u0000', rows: [{ idcode: bag.idcode, price: 1 }] });
    expect([column.status, column.refused]).toEqual([200, 1]);
  });

  test('the same key and call get the stored answer for 24 hours, another call under it is 422', async () => {
    const bag = await makeProduct(db);
    const call = (price: number) => ({ price_column: 'vologda', rows: [{ idcode: bag.idcode, price }] });
    const first = await send('prices', call(100), { once: 'morning-1' });
    await send('prices', call(200));
    const again = await send('prices', call(100), { once: 'morning-1' });
    expect([first.accepted, again.accepted, again.headers['idempotent-replay'], (await priceOf(bag))?.price]).toEqual([
      1,
      1,
      'true',
      20_000,
    ]);
    const other = await send('prices', call(300), { once: 'morning-1' });
    expect([other.status, other.error.code]).toEqual([422, 'key_reused']);
    await forgetOldCalls(db, new Date(Date.now() + 25 * 3_600_000));
    expect((await send('prices', call(300), { once: 'morning-1' })).accepted).toBe(1);
  });

  test('one call sent five times at once is done once; two keys that write the same goods in turns never block each other', async () => {
    const bag = await makeProduct(db);
    const same = await Promise.all(
      Array.from({ length: 5 }, () =>
        send('prices', { price_column: 'vologda', rows: [{ idcode: bag.idcode, price: 55 }] }, { once: 'parallel-1' }),
      ),
    );
    expect(same.map(({ status, accepted }) => [status, accepted])).toEqual(Array(5).fill([200, 1]));
    expect(await changesOf(bag)).toEqual([48_900, 5_500]);
    const goods = await Promise.all(Array.from({ length: 40 }, () => makeProduct(db)));
    const second = await key();
    const rounds = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => {
        const rows = goods.map(({ idcode }) => ({ idcode, store: 'store12', quantity: 10 + turn }));
        return send(
          'stock',
          { rows: turn % 2 ? rows.reverse() : rows },
          { secret: turn % 2 ? second.secret : whole.secret },
        );
      }),
    );
    expect(rounds.map(({ status, refused }) => [status, refused])).toEqual(Array(10).fill([200, 0]));
    const { rows } = await sql<{ counts: number }>`
      select count(distinct on_hand)::int as counts from stock where product_id = any(${goods.map(({ id }) => id)})`.execute(
      db,
    );
    expect(rows[0]?.counts).toBe(1);
  });

  test('while a package of 1C writes, calls are refused with 503 and Retry-After, and their key stays free', async () => {
    const bag = await makeProduct(db);
    const rows = [{ idcode: bag.idcode, price: 66 }];
    await db.transaction().execute(async (db) => {
      await takeGoodsWriting(db);
      const busy = await send('prices', { price_column: 'vologda', rows }, { once: 'while-1c' });
      expect([busy.status, busy.error.code, busy.headers['retry-after']]).toEqual([503, 'exchange_busy', '10']);
    });
    expect((await send('prices', { price_column: 'vologda', rows }, { once: 'while-1c' })).accepted).toBe(1);
  });

  test('kill -9 of the web process in the middle of a call: nothing of it is written, the same key does it whole afterwards', async () => {
    const [first, second] = [await makeProduct(db), await makeProduct(db)];
    const body = { price_column: 'vologda', rows: [first, second].map(({ idcode }) => ({ idcode, price: 321 })) };
    const web = await startWebProcess(url);
    let call: Promise<unknown> | undefined;
    await db.transaction().execute(async (db) => {
      await sql`select from prices where product_id = ${second.id} for update`.execute(db);
      call = ask(
        web.port,
        '/api/exchange/prices/',
        { 'content-type': 'application/json', authorization: `Bearer ${whole.secret}`, 'idempotency-key': 'killed-1' },
        { method: 'POST', body: JSON.stringify(body) },
      ).catch(() => 'cut off');
      for (let tries = 0; tries < 200 && !(await isWaiting()); tries++) await sleep(25);
      expect(await isWaiting()).toBe(true);
      await web.kill();
      expect(await call).toBe('cut off');
    });
    expect([await priceOf(first), await priceOf(second)]).toMatchObject([{ price: 48_900 }, { price: 48_900 }]);
    const again = await send('prices', body, { once: 'killed-1' });
    expect([
      again.accepted,
      again.headers['idempotent-replay'],
      await priceOf(first),
      await priceOf(second),
    ]).toMatchObject([2, undefined, { price: 32_100 }, { price: 32_100 }]);
  });

  async function isWaiting(): Promise<boolean> {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  }
});
