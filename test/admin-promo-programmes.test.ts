import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { findProgramme } from '#modules/loyalty/programmes.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
  // The rules of the demonstration give way to those of this test.
  await db.deleteFrom('loyalty_programmes').execute();
});

const get = (url: string, cookie = cast.headers.marketing) => call(cast, cookie, { method: 'GET', url });
const post = (url: string, body?: object, cookie = cast.headers.marketing) =>
  call(cast, cookie, { method: 'POST', url, ...(body && { body }) });
async function patch(url: string, body: object, cookie = cast.headers.marketing) {
  const etag = String((await get(url, cookie)).headers.etag);
  return call(cast, cookie, { method: 'PATCH', url, body, headers: { 'if-match': etag } });
}

const bonus = '/api/admin/loyalty-programmes/bonus';
const rules = {
  name: 'Бонусы ИДД',
  counting_days: 365,
  expiry_days: 180,
  spend_percent: 30,
  bonus_kopecks: 100,
  least_paid_kopecks: 100,
  spends_on_reduced: false,
  spends_with_coupon: true,
  grace_days: 14,
  closed_category_ids: [] as number[],
  levels: [
    { name: 'Старт', from_sum_kopecks: 0, percent: 1 },
    { name: 'Мастер', from_sum_kopecks: 5_000_000, percent: 3 },
  ],
};

test('rules of bonuses are made, changed and taken back; the shop goes by them at once', async () => {
  expect((await get(bonus)).statusCode).toBe(404);
  expect((await post('/api/admin/loyalty-programmes', { id: 'bonus', ...rules })).statusCode).toBe(201);
  expect((await post('/api/admin/loyalty-programmes', { id: 'bonus', ...rules })).json().error.fields).toEqual({
    id: 'У этой карты правила уже есть',
  });
  const levels = [...rules.levels, { name: 'Прораб', from_sum_kopecks: 20_000_000, percent: 5 }];
  const saved = await patch(bonus, { levels, closed_category_ids: [cast.category.id], spend_percent: 50 });
  expect(saved.json().fields).toEqual({
    ...rules,
    levels,
    spend_percent: 50,
    closed_category_ids: [cast.category.id],
  });
  expect(await findProgramme(db, 'bonus')).toMatchObject({ levels, closed_categories: ['Сухие смеси'] });
  const { items } = (await get('/api/admin/audit?per_page=1', cast.headers.owner)).json();
  expect(items[0].words).toBe('Бонусная карта: доля заказа, разделы без бонусов, ступени');
  expect((await post(`/api/admin/audit/${items[0].id}/undo`, undefined, cast.headers.owner)).statusCode).toBe(200);
  expect((await get(bonus)).json().fields).toEqual(rules);
});

test('rules that contradict each other are refused at their field', async () => {
  const fieldsOf = async (body: object) => (await patch(bonus, body)).json().error.fields;
  const [start, master] = rules.levels;
  expect(Object.keys(await fieldsOf({ levels: [master, start] }))).toEqual(['levels']);
  expect(Object.keys(await fieldsOf({ levels: [start, { ...master, name: 'Старт' }] }))).toEqual(['levels']);
  expect(Object.keys(await fieldsOf({ levels: [] }))).toEqual(['levels']);
  expect(await fieldsOf({ levels: [{ ...start, percent: 60 }] })).toEqual({ 'levels.0.percent': 'От 1 до 50' });
  expect(await fieldsOf({ expiry_days: null })).toEqual({ expiry_days: 'Срок и доля заказа указываются вместе' });
  expect(await fieldsOf({ closed_category_ids: [999_999] })).toEqual({ closed_category_ids: 'Такого раздела нет' });
  const { header } = await makeStaff(db, ['marketing'], { departments: [branches.own] });
  expect((await patch(bonus, { name: 'Мои' }, header)).statusCode).toBe(403);
});

test('the preview computes every purchase of 30 days by the level that the card had before it', async () => {
  const card = await aCard();
  const bought = (purchase: number, days: number) =>
    sql`
    insert into card_movements (card_id, at, reason, amount, purchase_kopecks, who, expires_at)
    values (${card}::uuid, now() - make_interval(days => ${days}::int), 'earned', 1, ${purchase}, 'магазин', now() + interval '99 days')`.execute(
      db,
    );
  // Before the 30 days; then below the second level, and above it.
  for (const [purchase, days] of [[4_000_000, 40] as const, [2_000_000, 20] as const, [1_000_000, 10] as const])
    await bought(purchase, days);
  const preview = await post(`${bonus}/preview`, {
    levels: [rules.levels[0], { name: 'Мастер', from_sum_kopecks: 4_000_000, percent: 10 }],
    counting_days: 365,
  });
  expect(preview.json()).toEqual({
    days: 30,
    by_present: [
      { level: 1, cards: 1, purchases: 1, purchases_kopecks: 2_000_000, bonuses: 200 },
      { level: 2, cards: 1, purchases: 1, purchases_kopecks: 1_000_000, bonuses: 300 },
    ],
    by_these: [{ level: 2, cards: 1, purchases: 2, purchases_kopecks: 3_000_000, bonuses: 3_000 }],
  });
});

async function aCard(): Promise<string> {
  const card = { kind: 'bonus' as const, user_id: cast.buyer.id, phone: null, who: 'покупатель' };
  return (await issueCard(db, card)).id;
}

const wheel = {
  code: 'zima-2090',
  title: 'Зимнее колесо',
  organiser: 'ООО «ИДД»',
  rules_html: '<p>Крутите</p>',
  starts_at: '2090-01-01T00:00:00.000Z',
  ends_at: '2090-02-01T00:00:00.000Z',
  period: 'week',
  budget_kopecks: 10_000_000,
  device_limit: 2,
  address_limit: 20,
  prizes: [
    { name: 'Купон 1 000 ₽', weight: 1, sum_kopecks: 100_000, min_sum_kopecks: 500_000 },
    { name: 'Купон 100 ₽', weight: 99, sum_kopecks: 10_000, min_sum_kopecks: 100_000 },
  ].map((prize, at) => ({ ...prize, coupon_days: 14, stock: null, is_consolation: at === 1 })),
};

test('a wheel is edited while it is a draft, is published once, and is never changed after that', async () => {
  const { id } = (await post('/api/admin/wheels', wheel)).json();
  const record = `/api/admin/wheels/${id}`;
  expect((await post('/api/admin/wheels', wheel)).json().error.fields).toEqual({ code: 'Такой код уже есть' });
  const prizes = wheel.prizes.map((prize, at) => ({ ...prize, weight: at === 0 ? 5 : 95 }));
  expect((await patch(record, { prizes, rules_html: '<p>Крутите</p><script>1</script>' })).json().fields).toMatchObject(
    {
      prizes,
      rules_html: '<p>Крутите</p>',
    },
  );
  const body = JSON.stringify((await get(record)).json());
  expect(body).toContain('seed_commit');
  expect(body).not.toContain('sealed_seed');

  expect((await post(`${record}/publish`)).json().state).toBe('coming');
  const changed = await patch(record, { title: 'Другое колесо' });
  expect(changed.json().error.message).toBe('Опубликованный розыгрыш не меняется');
  const same = (await post('/api/admin/wheels', { ...wheel, code: 'zima-eshche' })).json();
  expect((await post(`/api/admin/wheels/${same.id}/publish`)).json().error.message).toBe(
    'На эти дни уже опубликован другой розыгрыш',
  );
  expect((await post(`${record}/close`)).json().state).toBe('over');
});

test('a wheel that cannot keep what it promises is refused; the trial of 10,000 spins adds up', async () => {
  const fieldsOf = async (body: object) =>
    (await post('/api/admin/wheels', { ...wheel, code: 'drugoe', ...body })).json().error.fields;
  const [main, consolation] = wheel.prizes;
  expect(await fieldsOf({ prizes: [main, { ...consolation, is_consolation: false }] })).toEqual({
    prizes: 'Утешительный приз ровно один',
  });
  expect(await fieldsOf({ budget_kopecks: 50_000 })).toEqual({ budget_kopecks: 'Фонда не хватает на главный приз' });
  expect(Object.keys(await fieldsOf({ ends_at: wheel.starts_at }))).toEqual(['ends_at']);
  expect(await fieldsOf({ prizes: [{ ...main, min_sum_kopecks: 1 }, consolation] })).toEqual({
    'prizes.0': 'Купон не больше покупки, на которую он действует',
  });
  const tried = (
    await post('/api/admin/wheel-simulation', { prizes: wheel.prizes, budget_kopecks: 500_000_000 })
  ).json();
  const given = tried.prizes.map((prize: { given: number }) => prize.given);
  expect(given[0] + given[1]).toBe(10_000);
  expect(given[0] * 100_000 + given[1] * 10_000).toBe(tried.spent_kopecks);
});
