import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmOrder } from '#modules/orders/confirm-order.ts';
import { cancelByBuyer, moveOrder } from '#modules/orders/move-order.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { forgetJobs, runJobs } from '#test/support/jobs.ts';
import { type OrderedProduct, orderBody, stockOf } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
const many = { FLOOD_PER_MINUTE: '100000' };
const app = await testApp(db, many);
const three = await testApp(db, { ...many, GUEST_ORDERS_PER_HOUR: '3' });
const unlimited = await testApp(db, { ...many, GUEST_ORDERS_PER_HOUR: '0' });
beforeEach(async () => {
  await sql`delete from limits`.execute(db);
});

let people = 0;
/** Somebody nobody has met: an own email and phone. */
function stranger() {
  people += 1;
  return {
    name: 'Анна Смирнова',
    phone: `+7921${String(people).padStart(7, '0')}`,
    email: `a${people}@pochta.example`,
  };
}

type Sending = { headers?: Record<string, string>; key?: string; more?: Record<string, unknown>; to?: typeof app };

function place(address: string, lines: [OrderedProduct, number][], { headers, key, more, to = app }: Sending = {}) {
  return to.inject({
    method: 'POST',
    url: '/api/ecm/idd/orders/',
    remoteAddress: address,
    headers: { host: 'idd.localhost', 'idempotency-key': key ?? randomUUID(), ...headers },
    payload: orderBody(lines, { contact: stranger(), ...more }),
  });
}
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);

async function inTurn<T>(times: number, act: (turn: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let turn = 0; turn < times; turn++) results.push(await act(turn));
  return results;
}
const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('how many orders strangers may place', () => {
  test('[S7-35] twenty an hour from one network; the next is 429 with Retry-After and words, another network goes on', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const answers = await inTurn(21, () => place('203.0.113.5', [[mix, 1]]));
    expect(statuses(answers)).toEqual([...repeat(20, 201), 429]);
    const [refused] = answers.slice(-1);
    expect(Number(refused!.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(refused!.json().error).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(
        /^Из вашей сети за последний час уже оформлено заказов: 20\. Следующий можно оформить через \d+/,
      ),
    });
    expect((await place('203.0.113.6', [[mix, 1]])).statusCode).toBe(201);
    expect(await stockOf(db, mix)).toMatchObject({ reserved: 21 });
    await sql`update limits set window_start = window_start - interval '1 hour'`.execute(db);
    expect((await place('203.0.113.5', [[mix, 1]])).statusCode).toBe(201);
  });

  test('the addresses of one /64 are one network', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const answers = await inTurn(4, (turn) => place(`2001:db8:0:1::${turn + 1}`, [[mix, 1]], { to: three }));
    expect(statuses(answers)).toEqual([201, 201, 201, 429]);
    expect((await place('2001:db8:0:2::1', [[mix, 1]], { to: three })).statusCode).toBe(201);
  });

  test('parallel orders are counted exactly: of twenty from one network three are placed', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const answers = await Promise.all(repeat(20, null).map(() => place('203.0.113.7', [[mix, 2]], { to: three })));
    expect(statuses(answers).sort()).toEqual([...repeat(3, 201), ...repeat(17, 429)]);
    expect(await stockOf(db, mix)).toMatchObject({ reserved: 6 });
  });

  test('ten an hour with one e-mail and ten with one phone, wherever they come from, also on this machine', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const { name, phone, email } = stranger();
    const mine = (turn: number) => ({ ...stranger(), name, email: turn % 2 ? email : email.toUpperCase() });
    const byEmail = await inTurn(11, (turn) => place('127.0.0.1', [[mix, 1]], { more: { contact: mine(turn) } }));
    expect(statuses(byEmail)).toEqual([...repeat(10, 201), 429]);
    expect(byEmail.at(-1)!.json().error.message).toContain('На эту почту за последний час уже оформлено заказов: 10');
    const byPhone = await inTurn(11, (turn) =>
      place(`203.0.113.${turn + 10}`, [[mix, 1]], { more: { contact: { ...stranger(), phone } } }),
    );
    expect(statuses(byPhone)).toEqual([...repeat(10, 201), 429]);
    expect(byPhone.at(-1)!.json().error.message).toContain('На этот телефон');
  });

  test('what was refused and what was repeated costs nothing', async () => {
    const mix = await makeProduct(db, { on_hand: 10 });
    const soldOut = await makeProduct(db, { on_hand: 0 });
    const from = (lines: [OrderedProduct, number][], sending: Sending = {}) =>
      place('203.0.113.8', lines, { ...sending, to: three });
    expect(statuses(await inTurn(5, () => from([[soldOut, 1]])))).toEqual(repeat(5, 409));
    const same = { key: randomUUID(), more: { contact: stranger() } };
    expect(statuses(await inTurn(6, () => from([[mix, 1]], same)))).toEqual(repeat(6, 201));
    expect(statuses(await inTurn(3, () => from([[mix, 1]])))).toEqual([201, 201, 429]);
    expect((await from([[mix, 1]], same)).statusCode).toBe(201);
  });

  test('in a demonstration this machine itself has no limit of its network, a proxy on it has; 0 is no limit for anybody', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    expect(statuses(await inTurn(5, () => place('127.0.0.1', [[mix, 1]], { to: three })))).toEqual(repeat(5, 201));
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const passed = await inTurn(4, () => place('127.0.0.1', [[mix, 1]], { to: three, headers }));
    expect(statuses(passed)).toEqual([201, 201, 201, 429]);
    const free = await inTurn(25, () => place('203.0.113.11', [[mix, 1]], { to: unlimited }));
    expect(statuses(free)).toEqual(repeat(25, 201));
  });

  test('whoever is signed in is not counted', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const { cookies } = await signedIn(db, await makeUser(db));
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const contact = stranger();
    const answers = await inTurn(12, () =>
      place('203.0.113.12', [[mix, 1]], { to: three, headers: { cookie }, more: { contact } }),
    );
    expect(statuses(answers)).toEqual(repeat(12, 201));
  });

  test('the page says it in the same words with 429 and Retry-After, and loses nothing that was typed', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    await inTurn(3, () => place('203.0.113.13', [[mix, 1]], { to: three }));
    const guest = formVisitor(three, { address: '203.0.113.13' });
    await guest.addToCart(mix, 2);
    const page = await guest.get('/cart/');
    const typed = {
      ...stranger(),
      receiving: 'pickup',
      payment: 'on_receipt',
      comment: 'Позвоните заранее',
      consent_personal_data: '1',
    };
    const refused = await guest.press(page, '/cart/', 'place', typed);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(refused.text).toContain('Из вашей сети за последний час уже оформлено заказов: 3');
    for (const value of [typed.email, 'Позвоните заранее']) expect(refused.html).toContain(value);
    expect(refused.html).toContain('value="2"');
    await sql`delete from limits`.execute(db);
    expect((await guest.press(refused, '/cart/', 'place', typed)).status).toBe(303);
  });
});

describe('the same key without cookies', () => {
  const secretOf = (answer: { headers: Record<string, unknown> }) =>
    [answer.headers['set-cookie'] ?? []]
      .flat()
      .map(String)
      .find((line) => line.startsWith('orders='));

  test('[S7-32] is one order, in turn and in parallel, and opens it with the same secret', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const same = { key: randomUUID(), more: { contact: stranger() } };
    const first = await place('203.0.113.20', [[mix, 2]], same);
    const others = await Promise.all(
      repeat(8, null).map((_, turn) => place(`203.0.113.${turn + 20}`, [[mix, 2]], same)),
    );
    for (const other of others) {
      expect(other.json()).toEqual(first.json());
      expect(secretOf(other)).toBe(secretOf(first));
    }
    const parallel = { key: randomUUID(), more: { contact: stranger() } };
    const answers = await Promise.all(repeat(8, null).map(() => place('203.0.113.20', [[mix, 2]], parallel)));
    expect(new Set(answers.map((answer) => answer.json().number)).size).toBe(1);
    expect(await stockOf(db, mix)).toMatchObject({ reserved: 4 });
  });

  test('[S7-32] never shows a stranger somebody else’s order: another body is refused', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const key = randomUUID();
    await place('203.0.113.21', [[mix, 2]], { key });
    const other = await place('203.0.113.22', [[mix, 2]], { key });
    expect(other.statusCode).toBe(422);
    expect(other.json().error).toEqual({ code: 'key_reused', message: 'Этот ключ уже использован для другого заказа' });
    expect(secretOf(other)).toBeUndefined();
  });

  test('a short key, which others may use too, counts within one network', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const same = { key: 'order-0001', more: { contact: stranger() } };
    const [first, again, elsewhere] = [
      await place('203.0.113.23', [[mix, 1]], same),
      await place('203.0.113.23', [[mix, 1]], same),
      await place('203.0.113.24', [[mix, 1]], same),
    ];
    expect(again.json().number).toBe(first.json().number);
    expect(elsewhere.json().number).not.toBe(first.json().number);
    expect(secretOf(elsewhere)).not.toBe(secretOf(first));
  });

  test('[S7-32] a form sent twice without cookies is one order', async () => {
    const mix = await makeProduct(db, { on_hand: 100 });
    const guest = formVisitor(app);
    await guest.addToCart(mix, 2);
    const page = await guest.get('/cart/');
    const typed = { ...stranger(), receiving: 'pickup', payment: 'on_receipt', consent_personal_data: '1' };
    guest.cookies.clear();
    const first = await guest.press(page, '/cart/', 'place', typed);
    guest.cookies.clear();
    const second = await guest.press(page, '/cart/', 'place', typed);
    expect(first).toMatchObject({ status: 303, location: expect.stringMatching(/^\/order\//) });
    expect(second).toMatchObject({ status: 303, location: first.location });
    expect(await stockOf(db, mix)).toMatchObject({ reserved: 2 });
  });
});

describe('the page of an unconfirmed order', () => {
  async function ordered() {
    const mix = await makeProduct(db, { on_hand: 100 });
    const contact = stranger();
    const guest = formVisitor(app);
    const { id } = (await place('127.0.0.1', [[mix, 2]], { more: { contact } })).json();
    await runJobs(db, url);
    const link = async () => {
      const { rows } = await sql<{ text: string }>`
        select text from mails where to_address = ${contact.email} order by id desc limit 1`.execute(db);
      return /http:\/\/idd\.localhost(\/order\/[0-9a-f-]+\/\?token=\S+)/.exec(rows[0]!.text)![1]!;
    };
    return { id, contact, guest, link, mix };
  }
  const termsOf = async (id: string) =>
    (
      await sql<{ unconfirmed_since: Date | null; expires_at: Date | null }>`
        select o.unconfirmed_since, r.expires_at from orders o join order_lines l on l.order_id = o.id
        join reservations r on r.order_line_id = l.id where o.id = ${id}`.execute(db)
    ).rows[0]!;

  test('[S7-36] says till when the goods are held; opening the link changes nothing, the press confirms', async () => {
    const { id, guest, link } = await ordered();
    const path = await link();
    const page = await guest.get(path);
    expect(page.text).toMatch(
      /Не подтверждён .*Товары отложены за вами до \d\d:\d\d (сегодня|завтра|во?\s[а-я]+), \d+\s[а-я]+\. Подтвердите заказ/,
    );
    expect(page.html).toContain('value="confirm"');
    await guest.get(path);
    expect((await termsOf(id)).unconfirmed_since).not.toBeNull();
    const pressed = await guest.post(path, { intent: 'confirm' });
    expect(pressed).toMatchObject({ status: 303, location: path });
    expect(await termsOf(id)).toEqual({ unconfirmed_since: null, expires_at: null });
    const after = await guest.get(path);
    expect(after.text).not.toContain('Подтвердите заказ');
    expect(after.text).toContain('Принят');
    expect((await guest.post(path, { intent: 'confirm' })).status).toBe(303);
  });

  test('without the link of its e-mail it is only told where the link is; it can be sent again', async () => {
    const { id, guest, contact, link, mix } = await ordered();
    const secret = (await place('127.0.0.1', [[mix, 1]], { more: { contact: stranger() } })).headers['set-cookie'];
    expect(secret).toBeTruthy();
    await sql`update orders set secret_hash = sha256('${sql.raw('A'.repeat(43))}'::bytea) where id = ${id}`.execute(db);
    guest.cookies.set('orders', 'A'.repeat(43));
    const page = await guest.get(`/order/${id}/`);
    expect(page.text).toContain(`Откройте письмо на ${contact.email} и нажмите в нём «Подтвердить заказ»`);
    expect(page.html).not.toContain('value="confirm"');
    const refused = await guest.post(`/order/${id}/`, { intent: 'confirm' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('Подтвердить заказ можно по ссылке из письма');
    expect((await termsOf(id)).unconfirmed_since).not.toBeNull();
    await sql`delete from mails`.execute(db);
    const sent = await guest.post(`/order/${id}/`, { intent: 'send-link' });
    expect(sent.text).toContain(`Отправили письмо на ${contact.email}`);
    await runJobs(db, url);
    expect((await guest.get(await link())).html).toContain('value="confirm"');
  });

  test('/metrics counts stores whose goods unpaid orders hold in an unusual measure', async () => {
    const gauge = async () =>
      /shop_alarms\{what="unpaid_stock"\} (\d+)/.exec((await app.inject({ url: '/metrics' })).body)?.[1];
    expect(await gauge()).toBe('0');
    const products = await Promise.all(repeat(20, null).map(() => makeProduct(db, { on_hand: 10 })));
    await place(
      '127.0.0.1',
      products.map((product) => [product, 6]),
    );
    expect(await gauge()).toBe('1');
  });
});

describe('what a guest changes in an order that names somebody else’s e-mail', () => {
  const firm = { payment: { method: 'invoice' }, company: { name: 'ООО «Ремонт и стройка»', inn: '7707083893' } };
  const branch = 'vologda@idd.example';
  beforeEach(async () => {
    await sql`update departments set email = ${branch} where id_1c = '00131'`.execute(db);
    invalidateCaches(['departments']);
    await sql`delete from mails`.execute(db);
    await forgetJobs(db);
  });
  const subjectsTo = async (address: string) =>
    (
      await sql<{ subject: string; text: string }>`
        select subject, text from mails where to_address = ${address} order by id`.execute(db)
    ).rows;
  /** The queue's time goes on by so many minutes. */
  const later = async (minutes: number) => {
    await sql`
      update limits set window_start = window_start - make_interval(mins => ${minutes}::int)
      where scope in ('order email', 'branch order email')`.execute(db);
    await sql`
      select graphile_worker.reschedule_jobs(array[id], run_at => run_at - make_interval(mins => ${minutes}::int))
      from graphile_worker.jobs`.execute(db);
    await runJobs(db, url);
  };
  /** Placed by a stranger, with the calls that change how it is received: each takes another day. */
  async function strangersOrder(more: Record<string, unknown>) {
    const mix = await makeProduct(db, { on_hand: 100 });
    const contact = stranger();
    const placed = await place('203.0.113.40', [[mix, 1]], { more: { contact, ...more } });
    expect(placed.statusCode).toBe(201);
    const { id, number } = placed.json();
    const cookie = [placed.headers['set-cookie'] ?? []].flat().map(String).join('; ');
    const call = (method: 'GET' | 'PUT', payload?: Record<string, unknown>) =>
      app.inject({
        method,
        url: `/api/ecm/idd/orders/${id}/receiving/`,
        headers: { host: 'idd.localhost', cookie },
        ...(payload && { payload }),
      });
    const days: { date: string }[] = (await call('GET')).json().days;
    const change = (turn: number) => call('PUT', { type: 'pickup', date: days[turn % 2]!.date });
    await runJobs(db, url);
    return { id, number, email: contact.email, cookie, change, days };
  }

  test.for([
    ['by invoice', firm],
    ['on receipt', {}],
  ] as const)(
    '%s: six changes are one e-mail to the address and one to the branch, ten minutes later',
    async ([, more]) => {
      const { number, email, change, days } = await strangersOrder(more);
      expect(statuses(await inTurn(6, change))).toEqual(repeat(6, 200));
      await runJobs(db, url);
      expect([(await subjectsTo(email)).length, (await subjectsTo(branch)).length]).toEqual([1, 1]);
      await later(10);
      for (const address of [email, branch]) {
        const [placed, changed, ...none] = await subjectsTo(address);
        expect(none).toEqual([]);
        expect(placed!.subject).toContain(String(number));
        expect(changed!.subject).toContain(`Заказ ${number}: получение изменено`);
        for (const { date } of days.slice(0, 2))
          expect(changed!.text).toContain(`день: ${date.split('-').reverse().join('.')}`);
      }
      expect((await change(6)).statusCode).toBe(200);
      await runJobs(db, url);
      expect([(await subjectsTo(email)).length, (await subjectsTo(branch)).length]).toEqual([2, 2]);
      await later(10);
      expect([(await subjectsTo(email)).length, (await subjectsTo(branch)).length]).toEqual([3, 3]);
    },
  );

  test('moved on by staff the address is still nobody’s: changes and the cancelling wait for it', async () => {
    const { id, email, change } = await strangersOrder({});
    await db.transaction().execute((db) => moveOrder(db, id, 'assembling', { who: 'Пётр, склад' }));
    await change(0);
    await db.transaction().execute((db) => cancelByBuyer(db, id, { who: 'покупатель' }));
    await runJobs(db, url);
    expect(await subjectsTo(email)).toHaveLength(1);
    // The branch puts the goods back at once, and reads no more of changes.
    expect((await subjectsTo(branch)).map(({ subject }) => subject.includes('отменён'))).toEqual([false, true]);
    await later(10);
    expect([(await subjectsTo(email)).length, (await subjectsTo(branch)).length]).toEqual([2, 2]);
  });

  test('once the link of the order’s e-mail was used its buyer reads of each change at once', async () => {
    const { id, email, change } = await strangersOrder(firm);
    await db.transaction().execute((db) => confirmOrder(db, id, { who: 'покупатель' }));
    await change(0);
    await runJobs(db, url);
    expect(await subjectsTo(email)).toHaveLength(2);
    await change(1);
    await runJobs(db, url);
    expect(await subjectsTo(email)).toHaveLength(3);
  });

  test('[S7-35] ten changes an hour; the eleventh is 429 with words in the call (and Retry-After) and on the page; the same again costs nothing', async () => {
    const { id, cookie, change } = await strangersOrder({});
    expect(statuses(await inTurn(10, change))).toEqual(repeat(10, 200));
    expect((await change(9)).statusCode).toBe(200); // nothing new
    const refused = await change(10);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    const words = /За последний час получение заказа меняли 10 раз\. Изменить его можно через 60\sминут/;
    expect(refused.json().error).toMatchObject({ code: 'too_many', message: expect.stringMatching(words) });
    const guest = formVisitor(app);
    guest.cookies.set('orders', /orders=([^;]+)/.exec(cookie)![1]!);
    const page = await guest.post(`/order/${id}/receiving/`, {
      intent: 'save',
      type: 'pickup',
      recipient: 'self',
      car_plate: 'а123вс35',
    });
    expect(page.status).toBe(429);
    expect(page.text).toMatch(words);
    await sql`update limits set window_start = window_start - interval '1 hour' where scope = 'order receiving'`.execute(
      db,
    );
    expect((await change(10)).statusCode).toBe(200);
  });
});
