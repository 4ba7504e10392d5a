import { beforeAll, expect, test } from 'vitest';
import { adminRoutes } from '#api/admin/routes.ts';
import { assignOrder } from '#modules/orders/assign-order.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
const url = '/api/admin/settings/company';
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

const owner = () => cast.headers.owner;
const get = () => call(cast, owner(), { method: 'GET', url });
const patch = (body: object, etag?: string, cookie = owner()) =>
  call(cast, cookie, { method: 'PATCH', url, body, headers: etag ? { 'if-match': etag } : {} });

test('a record is changed by the version that was read, and nothing is lost when two edit it', async () => {
  const { header } = await makeStaff(db, ['owner'], { full_name: 'Инна Осипова' });
  const first = await get();
  const etag = String(first.headers.etag);
  expect((await patch({ name: 'ИДД Север' })).json().error.code).toBe('no_if_match');

  const saved = await patch({ name: 'ИДД Север' }, etag, header);
  expect(saved.statusCode).toBe(200);
  expect(saved.json().value.name).toBe('ИДД Север');

  const late = await patch({ name: 'ИДД Юг', vk_url: 'https://vk.com/idd' }, etag);
  expect(late.statusCode).toBe(412);
  expect(late.json().error).toMatchObject({
    code: 'changed',
    message: 'Пока вы правили, запись изменили',
    changed_by: 'Инна Осипова',
    current: { name: 'ИДД Север' },
    etag: saved.headers.etag,
  });
  expect(late.json().error.fields.name).toBe('Пока вы правили, это поле изменили');
  expect((await get()).json().value).toMatchObject({ name: 'ИДД Север' });

  const merged = await patch({ vk_url: 'https://vk.com/idd' }, late.json().error.etag);
  expect(merged.json().value).toMatchObject({ name: 'ИДД Север', vk_url: 'https://vk.com/idd' });
});

test('two editors at the same moment: one is saved, the other is told', async () => {
  for (let n = 0; n < 10; n++) {
    const etag = String((await get()).headers.etag);
    const answers = await Promise.all([patch({ name: `ИДД А${n}` }, etag), patch({ name: `ИДД Б${n}` }, etag)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
    const won = answers.find(({ statusCode }) => statusCode === 200)!;
    expect((await get()).json().value.name).toBe(won.json().value.name);
  }
});

test('the audit log holds what was changed, by whom and from where, and takes it back once', async () => {
  const before = (await get()).json().value.name;
  await patch({ name: 'ИДД Опечатка' }, String((await get()).headers.etag));
  const log = await call(cast, owner(), {
    method: 'GET',
    url: `/api/admin/audit?filter=${encodeURIComponent('{"resource":"settings"}')}`,
  });
  const [line] = log.json().items;
  expect(line).toMatchObject({
    who: 'Роль owner',
    words: 'Настройки «Магазин» изменены',
    before: { name: before },
    after: { name: 'ИДД Опечатка' },
    can_be_undone: true,
  });
  const undo = () => call(cast, owner(), { method: 'POST', url: `/api/admin/audit/${line.id}/undo` });
  expect((await undo()).statusCode).toBe(200);
  expect((await get()).json().value.name).toBe(before);
  expect((await undo()).json().error.code).toBe('not_undoable');
});

test('a change is not taken back when the field holds something else by now', async () => {
  const change = async (name: string) => patch({ name }, String((await get()).headers.etag));
  await change('ИДД Первое');
  const log = () => call(cast, owner(), { method: 'GET', url: '/api/admin/audit?per_page=1' });
  const [first] = (await log()).json().items;
  await change('ИДД Второе');
  const refused = await call(cast, owner(), { method: 'POST', url: `/api/admin/audit/${first.id}/undo` });
  expect(refused.json().error).toMatchObject({
    code: 'not_undoable',
    message: 'Это изменение уже не отменить: запись с тех пор меняли',
  });
  expect((await get()).json().value.name).toBe('ИДД Второе');
});

test('everybody reads their own lines of the audit log, the owner those of all', async () => {
  const list = async (cookie: string) =>
    (await call(cast, cookie, { method: 'GET', url: '/api/admin/audit' })).json().items as { who: string }[];
  expect(await list(cast.headers.orders)).toEqual([]);
  const { id } = await cast.anOrder();
  await call(cast, cast.headers.orders, {
    method: 'POST',
    url: `/api/admin/orders/${id}/move`,
    body: { state: 'assembling' },
  });
  expect((await list(cast.headers.orders)).map(({ who }) => who)).toEqual(['Роль orders']);
  expect(new Set((await list(owner())).map(({ who }) => who)).size).toBeGreaterThan(1);
});

test('a line of the audit log is neither changed nor deleted before its term', async () => {
  await expect(db.updateTable('audit_log').set({ words: 'иначе' }).execute()).rejects.toThrow('audit_log');
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('audit_log');
});

test('a wrong value is refused with a sentence at its field, and leaves no line', async () => {
  const etag = String((await get()).headers.etag);
  const refused = await patch({ inn: '123' }, etag);
  expect(refused.statusCode).toBe(422);
  expect(Object.keys(refused.json().error.fields)).toEqual(['inn']);
  expect(String((await get()).headers.etag)).toBe(etag);
});

test("[2.15] orders of a dismissed person are nobody's in the same moment, and the line says how many; done ones stay", async () => {
  const petr = await makeStaff(db, ['orders'], { full_name: 'Пётр Кладов' });
  const orders = [await cast.anOrder(), await cast.anOrder(), await cast.anOrder()];
  for (const { id } of orders) await assignOrder(db, id, petr.id);
  const done = orders[2]!;
  await db
    .updateTable('orders')
    .set({ state: 'completed', completed_at: new Date() })
    .where('id', '=', done.id)
    .execute();
  const free = {
    method: 'GET',
    url: `/api/admin/orders?filter=${encodeURIComponent('{"is_unassigned":true}')}`,
  } as const;
  const countFree = async () => (await call(cast, owner(), free)).json().total;
  const before = await countFree();

  const dismissed = await call(cast, owner(), { method: 'POST', url: `/api/admin/staff/${petr.id}/dismiss` });
  expect(dismissed.json()).toEqual({ freed_orders: 2 });
  expect(await countFree()).toBe(before + 2);
  const { assigned_to } = await db
    .selectFrom('orders')
    .select('assigned_to')
    .where('id', '=', done.id)
    .executeTakeFirstOrThrow();
  expect(assigned_to).toBe(petr.id);
  const line = await db
    .selectFrom('audit_log')
    .select(['words', 'after'])
    .where('record_id', '=', petr.id)
    .executeTakeFirstOrThrow();
  expect(line).toEqual({
    words: 'Пётр Кладов: больше не работает в магазине, освобождено: 2\u00a0заказа',
    after: { freed_orders: orders.slice(0, 2).map(({ number }) => number) },
  });
});

test('[S6-05] the last owner of the shop stays: neither dismissed nor left without the role', async () => {
  const owners = await db.selectFrom('staff').select('user_id').where('dismissed_at', 'is', null).execute();
  const mine = cast.staff.owner.id;
  for (const { user_id } of owners)
    if (user_id !== mine)
      await db.updateTable('staff').set({ dismissed_at: new Date() }).where('user_id', '=', user_id).execute();
  const record = `/api/admin/staff/${mine}`;
  const dismissed = await call(cast, owner(), { method: 'POST', url: `${record}/dismiss` });
  expect(dismissed.json().error.code).toBe('last_shop_owner');
  const { headers } = await call(cast, owner(), { method: 'GET', url: record });
  const changed = await call(cast, owner(), {
    method: 'PATCH',
    url: record,
    body: { roles: ['content'] },
    headers: { 'if-match': String(headers.etag) },
  });
  expect(changed.json().error.code).toBe('last_shop_owner');
});

test('a save of a record changes what it names and nothing else: no call fills in what was left out', () => {
  const saves = adminRoutes.filter(({ method }) => method === 'PATCH');
  expect(saves.length).toBeGreaterThan(20);
  for (const { url, schema } of saves) expect.soft([url, schema.body?.safeParse({}).data]).toEqual([url, {}]);
});
