import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { attachCard } from '#modules/loyalty/attach-card.ts';
import { cardToken } from '#modules/loyalty/card-token.ts';
import { cardsOf, readCard } from '#modules/loyalty/cards.ts';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { adjustCard } from '#modules/loyalty/move-bonuses.ts';
import { proveCard } from '#modules/loyalty/prove-card.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { type AdminCast, branches, type Call, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff, makeUser } from './support/accounts.ts';
import { makeBonusCard } from './support/bonuses.ts';
import { testDatabase } from './support/database.ts';
import { orderBy } from './support/orders.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});
beforeEach(() => sql`delete from limits`.execute(db));

const ask = (given: Call, cookie = cast.headers.support) => call(cast, cookie, given);
const get = (url: string, cookie?: string) => ask({ method: 'GET', url }, cookie);
const post = (url: string, body?: object, cookie?: string) =>
  ask({ method: 'POST', url, ...(body && { body }) }, cookie);
async function found(filter: object, cookie?: string): Promise<string[]> {
  const url = `/api/admin/cards?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  return (await get(url, cookie)).json().items.map(({ id }: { id: string }) => id);
}
const requester = { visitor: null, address: '203.0.113.7' };
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error.code ?? String(error),
  );

test('a card is handed out to a phone, found by it and by its number, and attached by its code later', async () => {
  const made = await post('/api/admin/cards', { kind: 'bonus', phone: '8 (921) 555-07-07' });
  expect(made.statusCode).toBe(201);
  const { id, number, code } = made.json();
  expect(code).toMatch(/^\d{6}$/);
  expect(await found({ q: '+7 921 555-07-07' })).toEqual([id]);
  expect(await found({ q: number.replaceAll('\u00a0', ' ') })).toEqual([id]);
  expect(await found({ q: 'никто' })).toEqual([]);
  expect(await found({ is_unowned: true })).toContain(id);
  const card = (await get(`/api/admin/cards/${id}`)).json();
  expect(card).toMatchObject({ user_id: null, owner: null, phone: '+79215550707', issued_by: 'Роль support' });
  expect(card.state).toMatchObject({ balance: 0, movements: [] });
  const line = (await get('/api/admin/audit?per_page=1', cast.headers.owner)).json().items[0];
  expect(line).toMatchObject({ resource: 'cards', record_id: id });
  expect(JSON.stringify(line)).not.toContain(code);

  const anna = await makeUser(db, { full_name: 'Анна Кабинетова' });
  const proven = await proveCard(db, { number, code }, requester);
  await db.transaction().execute((db) => attachCard(db, proven, anna.id));
  expect((await get(`/api/admin/cards/${id}`)).json()).toMatchObject({ user_id: anna.id, owner: 'Анна Кабинетова' });
  expect(await found({ q: number, is_unowned: true })).toEqual([]);
});

test('a lost card gets another number; by the former one the present card is found, and its bonuses are there', async () => {
  const { id, number } = (await post('/api/admin/cards', { kind: 'bonus', phone: null })).json();
  expect((await post(`/api/admin/cards/${id}/adjust`, { amount: 70, note: 'Чек 4411' })).statusCode).toBe(200);
  const replaced = await post(`/api/admin/cards/${id}/replace`);
  expect(replaced.json().number).not.toBe(number);
  expect(await found({ q: number })).toEqual([id]);
  const card = (await get(`/api/admin/cards/${id}`)).json();
  expect(card).toMatchObject({ number: replaced.json().number, balance: 70 });
  expect(card.former).toMatchObject([{ number, replaced_by: 'Роль support' }]);
  expect(card.state.movements).toMatchObject([{ amount: 70, note: 'Чек 4411', who: 'Роль support' }]);
  const bought = { sum: 450_000, earned: 45, spent: 70, note: 'Чек 4413' };
  expect((await post(`/api/admin/cards/${id}/purchase`, { ...bought, spent: 71 })).statusCode).toBe(409);
  expect((await post(`/api/admin/cards/${id}/purchase`, { ...bought, sum: 0 })).statusCode).toBe(422);
  expect((await post(`/api/admin/cards/${id}/purchase`, bought)).statusCode).toBe(200);
  const { state } = (await get(`/api/admin/cards/${id}`)).json();
  expect(state).toMatchObject({ balance: 45, purchases: 450_000 });
  expect(state.movements).toMatchObject([
    { amount: 45, purchase: 450_000, note: 'Чек 4413' },
    { amount: -70, purchase: 0, note: 'Чек 4413' },
    { amount: 70 },
  ]);
  expect((await post(`/api/admin/cards/${id}/adjust`, { amount: 25, note: 'Чек 4411' })).statusCode).toBe(200);
  const wrong = await post(`/api/admin/cards/${id}/adjust`, { amount: -71, note: 'Чек 4412' });
  expect(wrong.json().error.message).toBe('Столько бонусов на карте нет');
});

test('a blocked card opens nothing and pays for nothing, and is released by staff or with another number', async () => {
  const anna = await makeUser(db, { full_name: 'Анна Обокраденная' });
  const { id } = await makeBonusCard(db, anna, 500, new Date('2026-11-01'));
  const { number, code } = (await post(`/api/admin/cards/${id}/replace`)).json();
  const url = `/api/admin/cards/${id}`;
  expect((await post(`${url}/block`, { reason: ' ' })).json().error.fields).toEqual({ reason: 'Напишите причину' });
  expect((await post(`${url}/block`, { reason: 'Украли сумку' })).statusCode).toBe(200);
  expect((await post(`${url}/block`, { reason: 'Снова' })).json().error.message).toBe('Карта уже заблокирована');
  expect(await found({ is_blocked: true })).toEqual([id]);
  expect((await get(url)).json()).toMatchObject({ block_reason: 'Украли сумку', blocked_by: 'Роль support' });

  expect(await refusal(proveCard(db, { number, code }, requester))).toBe('card_blocked');
  expect(await refusal(proveCard(db, { number, code: code === '111111' ? '222222' : '111111' }, requester))).toBe(
    'wrong_card',
  );
  const card = ensure(await readCard(db, id));
  const opened = async () => {
    const path = `/qr/b/${cardToken(await secretKeys(db, undefined), ensure(await readCard(db, id)))}/`;
    return (await cast.app.inject({ url: path, headers: { host: 'idd.localhost' } })).statusCode;
  };
  expect(await opened()).toBe(404);
  const order = () => orderBy(db, anna, [[cast.product, 2]], { input: { bonuses: 100 } });
  expect(await refusal(order())).toBe('bonuses_refused');
  const spend = { amount: -10, purchase_kopecks: 0, reason: 'spent', who: 'касса', note: 'Чек' } as const;
  expect(await refusal(db.transaction().execute((db) => adjustCard(db, card, spend)))).toBe('card_blocked');
  expect((await cardsOf(db, anna.id))[0]).toMatchObject({ balance: 500, held: 0 });

  expect((await post(`${url}/release`)).statusCode).toBe(200);
  expect((await post(`${url}/release`)).json().error.message).toBe('Карта не заблокирована');
  expect(await opened()).toBe(200);
  expect(await refusal(order())).toBe('done');
  await post(`${url}/block`, { reason: 'Снова украли' });
  await post(`${url}/replace`);
  expect((await get(url)).json()).toMatchObject({ blocked_at: null, block_reason: '' });
});

test('phones are for whoever may see contacts; a card of another branch’s customer is not there; some only look', async () => {
  const { id } = (await post('/api/admin/cards', { kind: 'bonus', phone: '+79215550808' })).json();
  const stranger = await makeUser(db, { full_name: 'Чужая Покупательница' });
  await orderBy(db, stranger, [[cast.product, 1]], { branch: branches.foreign });
  const theirs = await issueCard(db, { kind: 'bonus', user_id: stranger.id, phone: null, who: 'касса' });
  const { header } = await makeStaff(db, ['support'], { departments: [branches.own] });
  expect((await get(`/api/admin/cards/${theirs.id}`, header)).statusCode).toBe(404);
  expect(await found({}, header)).not.toContain(theirs.id);
  expect((await get(`/api/admin/cards/${id}`, header)).json().phone).toBe('+79215550808');
  expect((await post('/api/admin/cards', { kind: 'bonus', phone: null }, header)).statusCode).toBe(403);
  expect((await post(`/api/admin/cards/${id}/block`, { reason: 'Так' }, cast.headers.orders)).statusCode).toBe(403);
  expect((await get('/api/admin/cards', cast.headers.marketing)).statusCode).toBe(403);
});

test('what is no phone is refused at its field', async () => {
  const wrong = await post('/api/admin/cards', { kind: 'bonus', phone: '12345' });
  expect(wrong.json().error.fields).toEqual({ phone: 'Неверный формат телефона' });
  expect((await post('/api/admin/cards', { kind: 'gold', phone: null })).statusCode).toBe(422);
});
