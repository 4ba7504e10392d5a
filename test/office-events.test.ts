import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { streamLimits } from '#api/office-streams.ts';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import { openDatabase } from '#platform/database.ts';
import { drainable } from '#platform/lifecycle.ts';
import type { OfficeEvent } from '#shared/office-events.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testApp } from './support/app.ts';
import { atEnd } from './support/at-end.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';

const { db, url } = await testDatabase();
let cast: AdminCast;
/** A second web process on the same database, with its own pool and its own listening connection. */
let other: Awaited<ReturnType<typeof testApp>>;
let port: number;
beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
  const otherDb = openDatabase(url);
  atEnd(() => otherDb.destroy());
  other = await testApp(otherDb, { DATA_DIR: await testFolder() });
  await other.listen({ port: 0, host: '127.0.0.1' });
  port = (other.server.address() as AddressInfo).port;
});

type Open = {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  events: OfficeEvent[];
  /** Why the shop ended it; null: it lives. */
  why: () => string | null;
  request: ClientRequest;
};

/** A stream of the second process. */
function listen(cookie: string, at = port): Promise<Open> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port: at,
        host: '127.0.0.1',
        path: '/api/admin/events',
        headers: { host: 'idd.localhost', cookie, 'accept-encoding': 'gzip, br' },
      },
      (response) => {
        const events: OfficeEvent[] = [];
        let why: string | null = null;
        let text = '';
        let opened = false;
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          const whole = text.split('\n\n');
          text = whole.pop() ?? '';
          for (const block of whole) {
            const [, name, data = '{}'] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
            if (name === 'changed') events.push(JSON.parse(data));
            if (name === 'end') ({ why } = JSON.parse(data));
          }
          if (response.statusCode !== 200 || !opened) {
            opened = true;
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              events,
              why: () => why,
              request: asked,
            });
          }
        });
        response.on('error', () => {});
      },
    );
    asked.on('error', reject).end();
    atEnd(async () => void asked.destroy());
  });
}

const within = { timeout: 2_000, interval: 20 };
const staffOf = (role: StaffRole, department?: string) =>
  makeStaff(db, [role], department ? { departments: [department] } : {});

test('[17] an order that one process moves is told within two seconds to whoever works in its branch by another, and to nobody else', async () => {
  const [near, far] = [await staffOf('orders', branches.own), await staffOf('orders', branches.foreign)];
  const content = await staffOf('content');
  const { id } = await cast.anOrder();
  const [own, foreign, without] = [await listen(near.header), await listen(far.header), await listen(content.header)];
  expect(own.status).toBe(200);
  expect(own.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(own.headers['content-encoding'], 'it would wait to be compressed').toBeUndefined();
  const moved = await call(cast, cast.headers.owner, {
    method: 'POST',
    url: `/api/admin/orders/${id}/move`,
    body: { state: 'assembling' },
  });
  expect(moved.statusCode).toBe(200);
  await expect.poll(() => own.events, within).toContainEqual({ topic: 'orders', branches: [branches.own], record: id });
  expect(JSON.stringify(own.events), 'nothing of the order itself').not.toMatch(/phone|total|assembling/);
  const { id: theirs } = await cast.anOrder(branches.foreign);
  await expect.poll(() => foreign.events.map(({ record }) => record), within).toContain(theirs);
  expect(own.events.map(({ record }) => record)).not.toContain(theirs);
  expect(foreign.events.map(({ record }) => record)).not.toContain(id);
  expect(without.events.filter(({ topic }) => topic === 'orders')).toEqual([]);
});

test('[17] a storekeeper hears of active orders of the own points alone', async () => {
  const keeper = await staffOf('pickup', branches.own);
  const stream = await listen(keeper.header);
  const { id } = await cast.anOrder();
  await expect.poll(() => stream.events.map(({ record }) => record), within).toContain(id);
  const delivered = await cast.anOrder();
  await expect.poll(() => stream.events.map(({ record }) => record), within).toContain(delivered.id);
  await sql`
    update orders set receiving_type = 'delivery', delivery_address = 'Вологда, ул. Мира, 5', pickup_department_id_1c = null
    where id = ${delivered.id}::uuid`.execute(db);
  await expect.poll(() => stream.events.filter(({ record }) => record === delivered.id).length, within).toBe(2);
  await sql`update orders set comment = 'позвонить' where id = ${delivered.id}::uuid`.execute(db);
  const { id: last } = await cast.anOrder();
  await expect.poll(() => stream.events.map(({ record }) => record), within).toContain(last);
  expect(stream.events.filter(({ record }) => record === delivered.id)).toHaveLength(2);
});

test('[17] whoever has a record open hears at once that somebody else came there, and that they left', async () => {
  const [inna, petr] = [await staffOf('owner'), await staffOf('content')];
  const stream = await listen(inna.header);
  const stranger = await listen((await staffOf('owner')).header);
  const [hers, his] = [crypto.randomUUID(), crypto.randomUUID()];
  const note = (cookie: string, tab: string, leaves = false) =>
    call(cast, cookie, { method: 'POST', url: '/api/admin/presence', body: { tab, path: '/catalogue/7', leaves } });
  await note(inna.header, hers);
  expect((await note(petr.header, his)).json().others).toHaveLength(1);
  const presences = () => stream.events.filter(({ topic }) => topic === 'presence');
  await expect.poll(presences, within).toEqual([{ topic: 'presence', path: '/catalogue/7' }]);
  await note(petr.header, his);
  await note(petr.header, his, true);
  await expect.poll(presences, within).toHaveLength(2);
  expect((await note(inna.header, hers)).json().others).toEqual([]);
  expect(stranger.events.filter(({ topic }) => topic === 'presence')).toEqual([]);
});

test('[17] portions of a plan of prices, packages of 1C and what waits in the menu are told to whoever may see them', async () => {
  const [owner, support, foreign] = [
    await listen((await staffOf('owner')).header),
    await listen((await staffOf('support')).header),
    await listen((await staffOf('content', branches.foreign)).header),
  ];
  const insertPlan = (uses_cost: boolean) =>
    sql<{ id: number }>`
    insert into price_plans (name, change, columns, uses_cost, counts, hash, author)
    values ('Весна', '{}', '{vologda}', ${uses_cost}, '{}', 'x', 'Вера') returning id`.execute(db);
  await insertPlan(true);
  await expect
    .poll(() => owner.events, within)
    .toContainEqual({ topic: 'jobs', kind: 'price-plans', branches: [branches.own] });
  expect(support.events, 'of purchase prices').toEqual([]);
  const { rows } = await insertPlan(false);
  await expect
    .poll(() => support.events, within)
    .toEqual([{ topic: 'jobs', kind: 'price-plans', branches: [branches.own] }]);
  await sql`
    insert into price_plan_rows (plan_id, price_column, product_id, after_price, kind)
    values (${rows[0]?.id ?? 0}, 'vologda', ${cast.product.id}, 100, 'change')`.execute(db);
  await sql`update price_plan_rows set state = 'waiting'`.execute(db);
  await expect.poll(() => support.events.length, within).toBe(2);
  await sql`insert into onec_packages (source) values ('import.xml')`.execute(db);
  await expect.poll(() => owner.events, within).toContainEqual({ topic: 'onec' });
  expect(support.events).toHaveLength(2);
  await expect.poll(() => foreign.events, within).toEqual([{ topic: 'onec' }]);
});

test('[17] a batch of codes is told to whoever may see it in its branch, what another version of the program says to nobody', async () => {
  const [own, foreign, content] = [
    await listen((await staffOf('marketing', branches.own)).header),
    await listen((await staffOf('marketing', branches.foreign)).header),
    await listen((await staffOf('content')).header),
  ];
  const batchOf = (department_id_1c: string | null) =>
    db.insertInto('coupon_batches').values({ prefix: 'A', count: 1, department_id_1c }).execute();
  await batchOf(branches.own);
  const ofOwn = { topic: 'jobs', kind: 'coupon-batches', branches: [branches.own] };
  await expect.poll(() => own.events, within).toEqual([ofOwn]);
  for (const unknown of [{ topic: 'jobs', kind: 'unheard-of' }, { topic: 'unheard-of' }])
    await sql`insert into office_messages (message) values (${JSON.stringify(unknown)})`.execute(db);
  await batchOf(null);
  const ofAll = { topic: 'jobs', kind: 'coupon-batches' };
  await expect.poll(() => foreign.events, within).toEqual([ofAll]);
  expect(own.events).toEqual([ofOwn, ofAll]);
  expect(content.events).toEqual([]);
});

test('[S6-05] a stream ends at once with its session, with the rights of its person, and while they act as a buyer', async () => {
  const [signedOut, dismissed, changed, acting] = [
    await makeStaff(db, ['owner']),
    await makeStaff(db, ['owner']),
    await makeStaff(db, ['owner']),
    await makeStaff(db, ['owner', 'login_by_user']),
  ];
  const streams = await Promise.all([signedOut, dismissed, changed, acting].map(({ header }) => listen(header)));
  const untouched = await listen((await staffOf('owner')).header);
  await sql`update sessions set ended_at = now(), why = 'signed_out' where id = ${signedOut.session_id}::uuid`.execute(
    db,
  );
  await sql`update staff set dismissed_at = now() where user_id = ${dismissed.id}::uuid`.execute(db);
  await sql`update staff set roles = '{content}' where user_id = ${changed.id}::uuid`.execute(db);
  await sql`
    insert into acting_sessions (staff_user_id, session_id, user_id, reason, expires_at)
    values (${acting.id}::uuid, ${acting.session_id}::uuid, ${cast.buyer.id}::uuid, 'Просит помочь', now() + interval '5 minutes')`.execute(
    db,
  );
  await expect.poll(() => streams.map(({ why }) => why()), within).toEqual(['rights', 'rights', 'rights', 'rights']);
  expect(untouched.why()).toBeNull();
  expect((await listen(dismissed.header)).status).toBe(403);
  expect((await listen(changed.header)).status).toBe(200);
});

test('[17] a session has few streams, the newest of them, and a process has a bound', async () => {
  const owner = await staffOf('owner');
  const streams: Open[] = [];
  for (let at = 0; at <= streamLimits.session; at++) streams.push(await listen(owner.header));
  await expect.poll(() => streams.map(({ why }) => why()), within).toEqual(['replaced', null, null, null]);
  const before = streamLimits.process;
  try {
    streamLimits.process = 1;
    expect((await listen((await staffOf('owner')).header)).status).toBe(503);
  } finally {
    streamLimits.process = before;
  }
});

test('a web process that ends does not wait for open streams, and takes no more', async () => {
  const ownDb = openDatabase(url);
  atEnd(() => ownDb.destroy());
  const app = await testApp(ownDb, { DATA_DIR: await testFolder() });
  const drain = drainable(app.server);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port: at } = app.server.address() as AddressInfo;
  const stream = await listen((await staffOf('owner')).header, at);
  const began = performance.now();
  app.officeStreams.close();
  expect(await drain(5_000)).toBe(0);
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(stream.why()).toBe('stopping');
});
