import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { ordersOf } from '#modules/orders/branch-scope.ts';
import { changeReceiving } from '#modules/orders/change-receiving.ts';
import { confirmOrder } from '#modules/orders/confirm-order.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { ReceivingInput } from '#modules/orders/schema.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { forgetOldEvents, listTries } from '#modules/webhooks/deliveries.ts';
import { noteGoodsChanges } from '#modules/webhooks/note-goods.ts';
import { webhookLimits } from '#modules/webhooks/schema.ts';
import { addWebhook, listWebhooks, renewSecret, switchOffWebhook } from '#modules/webhooks/webhooks.ts';
import { openLog } from '#platform/log.ts';
import { networkList } from '#platform/networks.ts';
import { findOutside } from '#platform/outside-address.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { webhookEvents } from '#shared/exchange-words.ts';
import { commands } from '#src/commands/webhooks.ts';
import { wordsRunner } from '#test/support/command.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { waitFor } from '#test/support/processes.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { webhookReceiver } from '#test/support/webhook-receiver.ts';
import { startWorkerProcess } from '#test/support/worker-process.ts';
import { sendWebhooks } from './send-webhooks.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const keys = await secretKeys(db, undefined);
const receiver = await webhookReceiver();
const allowed = ensure(networkList('127.0.0.1'));
const log = openLog('silent');
const run = wordsRunner(commands, { db, url, config: testConfig({ WEBHOOK_NETWORKS: '127.0.0.1' }) });
const dayMs = 24 * 3_600_000;

beforeEach(async () => {
  for (const { id, is_on } of await listWebhooks(db)) if (is_on) await switchOffWebhook(db, id, 'прошлый тест');
  await receiver.moods();
  await arrived();
});

async function webhook(given: Partial<Parameters<typeof addWebhook>[2]> = {}) {
  const input = { url: receiver.url, events: [...webhookEvents], department_id_1c: null, ...given };
  return db.transaction().execute((db) => addWebhook(db, keys, input));
}

/** Sends what is due at this moment. */
async function send(now = new Date()) {
  await sendWebhooks(db, { keys, allowed, log, timeoutMs: 300, now: () => now });
}

/** What has come since the last look. */
let seen = 0;
async function arrived() {
  const messages = (await receiver.messages()).slice(seen);
  seen += messages.length;
  return messages.map(({ headers, body }) => ({ headers, text: body, ...JSON.parse(body) }));
}

async function place(branch = '00131') {
  const bag = await makeProduct(db, branch === '00131' ? {} : { price_column: 'cherepovets', store: 'store52' });
  return { bag, order: await submitOrder(db, await orderPlace(db, { branch }), orderInput([[bag, 2]])) };
}

describe('orders', () => {
  test('placed, confirmed, moved and paid: each leaves with its transaction, signed, without a word of the buyer', async () => {
    const { secret } = await webhook();
    const { bag, order } = await place();
    await sql`update orders set unconfirmed_since = now() where id = ${order.id}`.execute(db);
    await db.transaction().execute((db) => confirmOrder(db, order.id, { who: 'покупатель' }));
    await db.transaction().execute((db) => moveOrder(db, order.id, 'assembling', { who: 'склад' }));
    await db.transaction().execute((db) => moveOrder(db, order.id, 'ready', { who: 'склад' }));
    await db.transaction().execute((db) => moveOrder(db, order.id, 'completed', { who: 'склад' }));
    await expect(
      db.transaction().execute(async (db) => {
        await sql`insert into order_moves (order_id, state, who) values (${order.id}, 'cancelled', 'никто')`.execute(
          db,
        );
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    // As the worker does it: what happened has queued the task itself.
    await runJobs(db, url, { WEBHOOK_NETWORKS: '127.0.0.1' });
    const messages = await arrived();
    expect(messages.map(({ type, data }) => [type, data.state, data.payment_state]).sort()).toEqual(
      [
        ['order.placed', 'new', 'unpaid'],
        ['order.confirmed', 'new', 'unpaid'],
        ['order.moved', 'assembling', expect.any(String)],
        ['order.moved', 'ready', expect.any(String)],
        ['order.moved', 'completed', 'paid'],
        ['order.paid', 'completed', 'paid'],
      ].sort(),
    );
    const placed = ensure(messages.find(({ type }) => type === 'order.placed'));
    expect(placed.data).toMatchObject({
      number: order.number,
      department_id_1c: '00131',
      total: 978,
      lines: [{ idcode: bag.idcode, count: 2, price: 489, sum: 978 }],
    });
    for (const { text } of messages) expect(text).not.toMatch(/Анна|\+7|9210001|pochta/);
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = placed.headers;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const own = createHmac('sha256', key).update(`${id}.${time}.${placed.text}`).digest('base64');
    expect([id, signature]).toEqual([placed.id, `v1,${own}`]);
    expect(Math.abs(Date.now() / 1_000 - Number(time))).toBeLessThan(60);
  });

  test('a renewed secret signs at once, the former one beside it for a day', async () => {
    const { id, secret: former } = await webhook({ events: ['order.placed'] });
    const { secret } = await renewSecret(db, keys, id);
    expect(secret).not.toBe(former);
    const signaturesAt = async (now: Date) => {
      await place();
      await send(now);
      const [{ headers, text }] = (await arrived()) as [Awaited<ReturnType<typeof arrived>>[number]];
      const of = (of: string) => {
        const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
        const key = Buffer.from(of.replace('whsec_', ''), 'base64');
        return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
      };
      return { sent: headers['webhook-signature'], byNew: of(secret), byFormer: of(former) };
    };
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const first = await signaturesAt(at(23));
    expect(first.sent).toBe(`${first.byNew} ${first.byFormer}`);
    const later = await signaturesAt(at(25));
    expect(later.sent).toBe(later.byNew);
  });

  test('an address hears of its own branch and of the events it asked for; one that is off hears nothing', async () => {
    await webhook({ department_id_1c: '00052', events: ['order.placed'] });
    await place('00131');
    const { order } = await place('00052');
    await db.transaction().execute((db) => moveOrder(db, order.id, 'assembling', { who: 'склад' }));
    await send();
    expect((await arrived()).map(({ type, data }) => [type, data.number])).toEqual([['order.placed', order.number]]);
    const { id } = await webhook();
    expect(await run('webhooks end', [String(id)])).toBe(`${receiver.url} больше не получает событий.`);
    const before = await sql`select from webhook_deliveries where webhook_id = ${id}`.execute(db);
    await place();
    expect((await sql`select from webhook_deliveries where webhook_id = ${id}`.execute(db)).rows).toEqual(before.rows);
  });

  test('a branch hears of the orders that are its own for staff: placed there or picked up there; of one that is picked up elsewhere from now on both hear', async () => {
    const branches = ['00131', '00052'];
    const webhooks = await Promise.all(
      branches.map((department_id_1c) => webhook({ department_id_1c, events: ['order.placed', 'order.moved'] })),
    );
    const bag = await makeProduct(db);
    const input = orderInput([[bag, 2]], { receiving: { type: 'pickup', department_id_1c: '00132' } });
    const { id } = await submitOrder(db, await orderPlace(db), input);
    /** What came to both since the last look. */
    let known = 0;
    const heard = async () => {
      const { rows } = await sql<{ branch: string; words: string }>`
        select w.department_id_1c as branch, e.event || ' ' || e.state as words
        from webhook_deliveries d join webhook_events e on e.id = d.event_id join webhooks w on w.id = d.webhook_id
        where e.order_id = ${id} and w.id = any(${webhooks.map(({ id }) => id)}::int[]) order by e.at, branch desc`.execute(
        db,
      );
      const news = rows.slice(known);
      known = rows.length;
      return news.map(({ branch, words }) => `${branch}: ${words}`);
    };
    const isOf = async (branch: string) =>
      (await sql`select from orders o where o.id = ${id} and ${ordersOf([branch])}`.execute(db)).rows.length > 0;
    expect(await heard()).toEqual(['00131: order.placed new']);
    expect(await Promise.all(branches.map(isOf))).toEqual([true, false]);
    // The point is one of the other branch from now on.
    await sql`update departments set branch_id_1c = '00052', domain = 'cherepovets' where id_1c = '00132'`.execute(db);
    try {
      expect(await Promise.all(branches.map(isOf))).toEqual([true, true]);
      await db.transaction().execute((db) => moveOrder(db, id, 'assembling', { who: 'склад' }));
      expect(await heard()).toEqual(['00131: order.moved assembling', '00052: order.moved assembling']);
      const receiving = ReceivingInput.parse({ type: 'pickup', department_id_1c: '00131' });
      await db
        .transaction()
        .execute((db) => changeReceiving(db, { id, reader_role: null }, receiving, { account: null, staff: 'Мария' }));
      expect(await heard()).toEqual(['00131: order.moved assembling', '00052: order.moved assembling']);
      expect(await Promise.all(branches.map(isOf))).toEqual([true, false]);
      await db.transaction().execute((db) => moveOrder(db, id, 'ready', { who: 'склад' }));
      expect(await heard()).toEqual(['00131: order.moved ready']);
    } finally {
      await sql`update departments set branch_id_1c = '00131', domain = 'vologda' where id_1c = '00132'`.execute(db);
    }
  });
});

test('kill -9 of the worker while it sends: the message comes again with the same id and words, and no other is lost', async () => {
  const { id } = await webhook({ events: ['order.placed'] });
  await receiver.moods('hang');
  await place();
  const worker = await startWorkerProcess(url, { WEBHOOK_NETWORKS: '127.0.0.1' });
  await waitFor(async () => (await receiver.messages()).length > seen);
  await worker.kill();
  const [first] = await arrived();
  await place();
  await send(new Date(Date.now() + webhookLimits.claimMs + 1_000));
  const messages = await arrived();
  expect(messages.map((message) => message.id)).toContain(first?.id);
  expect(messages.find((message) => message.id === first?.id)?.text).toBe(first?.text);
  expect(messages).toHaveLength(2);
  expect(await listTries(db, id, 10)).toHaveLength(2);
});

describe('prices and stock', () => {
  test('whoever changes them, they are told in batches, each change once the transaction that made it is over', async () => {
    const goods = await Promise.all(Array.from({ length: 3 }, () => makeProduct(db)));
    const [first, second, third] = goods.map(ensure) as [(typeof goods)[0], (typeof goods)[0], (typeof goods)[0]];
    const vologda = await webhook({ department_id_1c: '00131', events: ['prices.changed', 'stock.changed'] });
    // Begun before the look and committed after it.
    const late = await db.startTransaction().execute();
    await sql`update prices set price = 100 where product_id = ${first?.id} and price_column = 'vologda'`.execute(late);
    await sql`update prices set price = 200, old_price = 250 where product_id = ${second?.id}`.execute(db);
    await sql`update stock set reserved = 40 where product_id = ${second?.id} and store = 'store12'`.execute(db);
    await sql`insert into prices (price_column, product_id, price) values ('cherepovets', ${third?.id}, 1)`.execute(db);
    expect(await noteGoodsChanges(db)).toBe(2);
    await late.commit().execute();
    expect(await noteGoodsChanges(db)).toBe(1);
    expect(await noteGoodsChanges(db)).toBe(0);
    await send();
    const rows = (await arrived()).flatMap(({ type, data }) => data.rows.map((row: object) => ({ type, ...row })));
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          type: 'prices.changed',
          id_1c: null,
          idcode: second?.idcode,
          price_column: 'vologda',
          price: 2,
          old_price: 2.5,
        },
        {
          type: 'prices.changed',
          id_1c: null,
          idcode: first?.idcode,
          price_column: 'vologda',
          price: 1,
          old_price: null,
        },
        {
          type: 'stock.changed',
          id_1c: null,
          idcode: second?.idcode,
          store: 'store12',
          available: 60,
          on_hand: 100,
          reserved: 40,
        },
      ]),
    );
    await sql`update prices set price = 300 + product_id`.execute(db);
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from prices where price_column in ('vologda', 'vologda_b2b')`.execute(db);
    expect(await noteGoodsChanges(db)).toBe(Math.ceil(ensure(counted[0]).count / webhookLimits.rows));
    await switchOffWebhook(db, vologda.id, 'довольно');
  });
});

describe('an address that does not take messages', () => {
  test('is tried again after growing pauses, without redirects, endless answers or waiting for ever', async () => {
    const { id } = await webhook({ events: ['order.placed'] });
    await receiver.moods(500, 302, 'mute', 200);
    await place();
    const start = Date.now() + 1_000;
    const due: number[] = [];
    for (let at = start; at < start + 3_600_000 && due.length < 4; at += 5_000) {
      await send(new Date(at));
      const tries = await listTries(db, id, 10);
      if (tries.length > due.length) due.push(at - start);
    }
    expect((await listTries(db, id, 10)).map(({ failure, status }) => [failure, status]).reverse()).toEqual([
      ['ответ 500', 500],
      ['ответ 302', 302],
      ['нет ответа за 0.3 с', null],
      [null, 200],
    ]);
    expect(due).toEqual([0, 30_000, 90_000, 210_000]);
    expect(await arrived()).toHaveLength(1);
    await receiver.moods('endless');
    await place();
    await send();
    expect((await listTries(db, id, 1))[0]).toMatchObject({ status: 200, failure: null });
    expect(await run('webhooks tries', [String(id)])).toMatch(/order\.placed \d+ {2}ответ 500/);
  });

  test('while it is down one message at a time asks; a message it refuses holds up no other', async () => {
    const { id } = await webhook({ events: ['order.placed'] });
    await receiver.moods(503, 503, 503);
    for (let turn = 0; turn < 3; turn++) await place();
    const now = new Date();
    await send(now);
    expect(await listTries(db, id, 10)).toHaveLength(1);
    await receiver.moods(200, 422, 200);
    await send(new Date(now.getTime() + 6_000));
    await send(new Date(now.getTime() + 12_000));
    await send(new Date(now.getTime() + 40_000));
    const tries = await listTries(db, id, 10);
    expect(tries.map(({ status }) => status).reverse()).toEqual([503, 200, 422, 200, 200]);
    await arrived();
  });

  test('failing for three days it is switched off and the owner is written to; a success in between begins again', async () => {
    const { id } = await webhook({ events: ['order.placed'] });
    await place();
    const start = Date.now();
    await receiver.moods(...Array(30).fill(500));
    await send(new Date(start));
    await send(new Date(start + 2 * dayMs));
    expect(await run('webhooks list')).toMatch(new RegExp(`${id} .*ждут 1\\sсообщение {2}не принимает с`));
    await send(new Date(start + 3 * dayMs + 60_000));
    const { is_on, off_why, waiting } = ensure((await listWebhooks(db)).find((known) => known.id === id));
    expect([is_on, off_why, waiting]).toEqual([false, 'три дня не принимал сообщения: ответ 500', 0]);
    const mail = await db
      .selectFrom('mails')
      .selectAll()
      .where('key', 'like', `webhook ${id} off%`)
      .executeTakeFirstOrThrow();
    expect(mail.text).toContain(receiver.url);
    expect(mail.text).toContain(`webhooks on ${id}`);
    expect(await run('webhooks on', [String(id)])).toBe(`${receiver.url} снова получает события.`);
    await receiver.moods();
    expect(await run('webhooks replay', [String(id)], { since: new Date(start - dayMs).toISOString() })).toMatch(
      /^Передаётся ещё раз: 1\sсообщение\.$/,
    );
    await send(new Date());
    const [again] = await arrived();
    expect(again?.type).toBe('order.placed');
    const { event_id } = ensure((await listTries(db, id, 1))[0]);
    await run('webhooks replay', [String(id)], { event: event_id });
    await send(new Date());
    const [repeated] = await arrived();
    expect([repeated?.id, repeated?.text]).toEqual([again?.id, again?.text]);
    await forgetOldEvents(db, new Date(start + 15 * dayMs));
    expect(await listTries(db, id, 10)).toEqual([]);
  });
});

describe('where messages may go', () => {
  test.each([
    ['http://shop.example/', 'у имени shop.example нет адреса'],
    ['ftp://127.0.0.1/', 'адрес начинается с https://'],
    ['https://user:pass@93.184.216.34/', 'в адресе не может быть имени и пароля'],
    ['https://10.0.0.5/hook', '10.0.0.5 ведёт во внутреннюю сеть'],
    ['https://169.254.169.254/latest/meta-data/', '169.254.169.254 ведёт во внутреннюю сеть'],
    ['https://0x7f000001/', '127.0.0.1 ведёт во внутреннюю сеть'],
    ['https://[::1]/', '[::1] ведёт во внутреннюю сеть'],
    ['https://[::ffff:192.168.0.1]/', '[::ffff:c0a8:1] ведёт во внутреннюю сеть'],
    ['https://[64:ff9b::a00:1]/', '[64:ff9b::a00:1] ведёт во внутреннюю сеть'],
    ['https://localhost/', 'localhost ведёт во внутреннюю сеть'],
    ['http://93.184.216.34/', 'наружу — только по https://'],
  ])('%s: %s', async (address, problem) => {
    expect(await findOutside(address, ensure(networkList('')))).toEqual({ problem });
  });

  test('a public address by https is taken, one inside only where the settings name its network', async () => {
    expect(await findOutside('https://93.184.216.34/', ensure(networkList('')))).toEqual({
      address: '93.184.216.34',
      family: 4,
    });
    expect(await findOutside('http://localhost:8080/', ensure(networkList('127.0.0.0/8,::1')))).toMatchObject({
      family: expect.any(Number),
    });
    const strict = wordsRunner(commands, { db, url });
    expect(await strict('webhooks add', [receiver.url], { events: 'order.placed' })).toContain(
      'ведёт во внутреннюю сеть',
    );
    const shown = await run('webhooks add', [receiver.url], { events: 'order.placed,order.paid', branch: '00052' });
    expect(shown).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
    const stored = JSON.stringify((await sql`select * from webhooks`.execute(db)).rows);
    expect(stored).not.toContain(ensure(/whsec_\S+/.exec(shown))[0].slice(6));
  });

  test('an address that is inside by the time of the call is not called', async () => {
    const { id } = await webhook({ events: ['order.placed'] });
    await place();
    await sendWebhooks(db, { keys, allowed: ensure(networkList('')), log });
    expect((await listTries(db, id, 1))[0]).toMatchObject({
      status: null,
      failure: '127.0.0.1 ведёт во внутреннюю сеть',
    });
    expect(await arrived()).toEqual([]);
  });
});
