import { beforeAll, expect, test } from 'vitest';
import { askStaffJob } from '#integrations/onec/staff-jobs/ask.ts';
import type { StaffRole } from '#modules/accounts/signed-in.ts';
import { applyPortion } from '#modules/pricing/apply-plans.ts';
import { createCouponBatch } from '#modules/pricing/coupon-batch.ts';
import { NewCouponBatch } from '#modules/pricing/coupon-fields.ts';
import { permissionOfBulk } from '#modules/staff/office-events.ts';
import { reachOf } from '#modules/staff/permissions.ts';
import { type BulkJobKind, bulkJobKinds } from '#shared/bulk-jobs.ts';
import { type AdminCast, branches, call, makeAdminCast, rolesInside } from './admin/cast.ts';
import { examples } from './admin/examples.ts';
import { makeStaff } from './support/accounts.ts';
import { testDatabase } from './support/database.ts';
import { testFolder } from './support/folder.ts';

const { db } = await testDatabase();
let cast: AdminCast;
/** One job of each kind that is done, or waits for the worker; its undo where the kind has one. */
const made = {} as Record<BulkJobKind, { number: number; undo: string }>;

const makers: Record<BulkJobKind, string> = {
  'price-plans': 'POST /api/admin/price-plans/:id/confirm',
  'goods-imports': 'POST /api/admin/goods-imports/:id/undo',
  'file-imports': 'POST /api/admin/file-imports/:id/undo',
  'onec-packages': 'POST /api/admin/onec-packages/:id/rollback',
  onec: 'GET /api/admin/onec-jobs/:id',
  'coupon-batches': 'POST /api/admin/coupon-batches/:id/end',
};

beforeAll(async () => {
  cast = await makeAdminCast(db, { DATA_DIR: await testFolder() });
  for (const kind of bulkJobKinds) {
    const example = examples[makers[kind]];
    if (!example) throw new Error(`no example of ${kind}`);
    const given = await example.make(cast);
    const number = Number(given.url.split('/')[4]);
    made[kind] = { number, undo: `/api/admin/${kind}/${number}/undo` };
    if (kind === 'price-plans') await applied(given);
  }
});

/** The plan is confirmed, and the worker has changed its prices. */
async function applied(confirm: { url: string; body?: object }) {
  const answer = await call(cast, cast.headers.owner, { method: 'POST', ...confirm });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  while (await db.transaction().execute((db) => applyPortion(db)));
}

type Item = {
  id: string;
  kind: BulkJobKind;
  name: string;
  at: string;
  state: string;
  who: string;
  words: string;
  progress: { done: number; total: number } | null;
  undo_until: string | null;
  can_stop: boolean;
};
type Answer = {
  items: Item[];
  total: number;
  totals: { kinds: Record<string, number>; states: Record<string, number>; people: string[] };
};

async function read(filter: object = {}, cookie = cast.headers.owner): Promise<Answer> {
  const url = `/api/admin/bulk-jobs?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const answer = await call(cast, cookie, { method: 'GET', url });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer.json();
}

const oneOf = async (kind: BulkJobKind) => {
  const { items } = await read({
    kind: [kind],
    state: ['done', 'waiting', 'undoing', 'undone', 'rehearsed', 'running', 'stopped'],
  });
  return items.find(({ id }) => id === `${kind}:${made[kind].number}`);
};

test('[2.15] one list holds bulk jobs of every kind: what, who, when, how it stands, what came of it', async () => {
  expect(await oneOf('price-plans')).toMatchObject({
    name: 'Подорожание',
    state: 'done',
    words: 'Изменено: 1\u00a0цена',
    undo_until: expect.stringMatching(/^20/),
  });
  expect(await oneOf('goods-imports')).toMatchObject({
    name: 'tovary.csv',
    who: 'Вера Хозяйкина',
    state: 'done',
    words: 'Записано: 1\u00a0строка',
    undo_until: expect.stringMatching(/^20/),
  });
  expect(await oneOf('file-imports')).toMatchObject({
    name: 'prices.csv',
    who: 'Мария Отделова',
    state: 'done',
    words: 'Изменено: цен 1, остатков 0',
    undo_until: expect.stringMatching(/^20/),
  });
  expect(await oneOf('onec')).toMatchObject({
    name: expect.stringMatching(/^Что вернёт откат пакета № \d+$/),
    who: 'Мария',
    state: 'waiting',
    undo_until: null,
  });
  expect(await oneOf('onec-packages')).toMatchObject({
    name: `Пакет № ${made['onec-packages'].number}: import.xml`,
    state: 'done',
    words: 'Изменённые товары 1',
    undo_until: expect.stringMatching(/^20/),
  });
  expect(await oneOf('coupon-batches')).toMatchObject({
    state: 'done',
    words: 'Выпущено: 2\u00a0кода',
    undo_until: null,
  });
});

test('[2.15] jobs are chosen by kind, state and person, with counts of what each choice leaves', async () => {
  const all = await read();
  expect(all.total).toBe(all.items.length);
  expect(new Set(all.items.map(({ kind }) => kind))).toEqual(new Set(bulkJobKinds));
  const moments = all.items.map(({ at }) => at);
  expect(moments, 'the newest first').toEqual(moments.toSorted().toReversed());

  const tables = await read({ kind: ['goods-imports', 'file-imports'] });
  expect(new Set(tables.items.map(({ kind }) => kind))).toEqual(new Set(['goods-imports', 'file-imports']));
  expect(tables.total).toBe((all.totals.kinds['goods-imports'] ?? 0) + (all.totals.kinds['file-imports'] ?? 0));
  expect(tables.totals.kinds, 'what the other kinds would be').toEqual(all.totals.kinds);

  const waiting = await read({ state: ['waiting'] });
  expect(new Set(waiting.items.map(({ state }) => state))).toEqual(new Set(['waiting']));
  expect(waiting.total).toBe(all.totals.states.waiting);

  const vera = await read({ who: 'Вера Хозяйкина' });
  expect(vera.items.map(({ kind }) => kind)).toEqual(['goods-imports']);
  expect(vera.totals.people, 'the others can still be chosen').toEqual(all.totals.people);
  expect(all.totals.people).toContain('Мария');

  const url = '/api/admin/bulk-jobs?filter=%7B%22kind%22%3A%5B%22all%22%5D%7D';
  expect((await call(cast, cast.headers.owner, { method: 'GET', url })).statusCode).toBe(422);
});

test('[2.15] what was only looked at stands in the list when it is asked for', async () => {
  const { url } = await examples['POST /api/admin/price-plans/:id/confirm']!.make(cast);
  const id = `price-plans:${url.split('/')[4]}`;
  const has = ({ items }: Answer) => items.some((item) => item.id === id);
  const all = await read();
  expect(has(all)).toBe(false);
  expect(all.totals.states.rehearsed).toBeGreaterThan(0);
  const looked = await read({ state: ['rehearsed'] });
  expect(has(looked)).toBe(true);
  expect(looked.items.find((item) => item.id === id)?.words).toMatch(/^Изменилось бы: \d+/);
});

test('[S6-05] each role sees the kinds of its rights alone, and takes back what it may; all who see a kind open the list', async () => {
  const permissionOf = { ...permissionOfBulk, 'onec-packages': 'exchange.read' } as const;
  const may = (role: StaffRole, permission: Parameters<typeof reachOf>[1]) =>
    reachOf({ roles: [role], departments: [] }, permission) !== null;
  for (const role of rolesInside) {
    const wanted = bulkJobKinds.filter((kind) => may(role, permissionOf[kind]));
    if (!may(role, 'prices.read')) {
      expect.soft([role, wanted]).toEqual([role, []]);
      continue;
    }
    const { items, totals } = await read({}, cast.headers[role]);
    expect.soft([role, [...new Set(items.map(({ kind }) => kind))].sort()]).toEqual([role, [...wanted].sort()]);
    expect.soft([role, Object.keys(totals.kinds).sort()]).toEqual([role, [...wanted].sort()]);
    const undoable = items.filter(({ undo_until }) => undo_until !== null).map(({ kind }) => kind);
    expect.soft([role, undoable.includes('price-plans')]).toEqual([role, may(role, 'prices.write')]);
    expect.soft([role, undoable.includes('onec-packages')]).toEqual([role, may(role, 'exchange.rollback')]);
    // A job of the exchange waits; the others are over.
    const stoppable = items.filter(({ can_stop }) => can_stop).map(({ kind }) => kind);
    expect.soft([role, stoppable]).toEqual([role, may(role, 'exchange.map') ? ['onec'] : []]);
  }
});

test('[S6-05] staff of one branch see its plans and batches and the common ones, nobody else’s; purchase prices need their right', async () => {
  const { header, id: author } = await makeStaff(db, ['content', 'marketing'], { departments: [branches.own] });
  const plan = async (name: string, column: string, uses_cost = false) =>
    db
      .insertInto('price_plans')
      .values({
        name,
        columns: [column],
        uses_cost,
        change: '{}',
        counts: JSON.stringify({ change: 1 }),
        hash: 'x',
        author: 'Вера',
        state: 'cancelled',
      })
      .execute();
  await plan('Своя колонка', 'vologda');
  await plan('Чужая колонка', 'cherepovets');
  await plan('От закупочной', 'vologda', true);
  for (const [prefix, department_id_1c] of [
    ['СВОЙ', branches.own],
    ['ЧУЖОЙ', branches.foreign],
    ['ОБЩИЙ', null],
  ] as const) {
    const batch = NewCouponBatch.parse({ prefix, count: 1, kind: 'percent', percent: 5, department_id_1c });
    await db.transaction().execute((db) => createCouponBatch(db, batch, author, new Date()));
  }
  const names = (await read({}, header)).items.map(({ name }) => name).join('; ');
  for (const seen of ['Своя колонка', '«СВОЙ»', '«ОБЩИЙ»']) expect(names).toContain(seen);
  for (const unseen of ['Чужая колонка', 'От закупочной', '«ЧУЖОЙ»']) expect(names).not.toContain(unseen);
  const ofOwner = (await read()).items.map(({ name }) => name).join('; ');
  for (const seen of ['Чужая колонка', 'От закупочной', '«ЧУЖОЙ»']) expect(ofOwner).toContain(seen);
});

test('[3.10] what is taken back is marked in the list, with how far the worker is', async () => {
  for (const kind of ['file-imports', 'price-plans', 'goods-imports'] as const) {
    const answer = await call(cast, cast.headers.owner, { method: 'POST', url: made[kind].undo });
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  }
  expect(await oneOf('file-imports')).toMatchObject({
    state: 'undone',
    words: 'Цены возвращены; было изменено: цен 1, остатков 0',
    undo_until: null,
  });
  expect(await oneOf('price-plans')).toMatchObject({ state: 'undoing', words: 'Возвращаем цены', undo_until: null });
  expect(await oneOf('goods-imports')).toMatchObject({ state: 'undoing', progress: { done: 0, total: 1 } });
});

test('[3.5] a job that was stopped says so, with how much of it was done, and can be stopped no more', async () => {
  for (const [kind, call_of] of [
    ['price-plans', 'price-plans'],
    ['goods-imports', 'goods-imports'],
    ['onec', 'onec-jobs'],
  ] as const) {
    expect(await oneOf(kind)).toMatchObject({ can_stop: true });
    const url = `/api/admin/${call_of}/${made[kind].number}/cancel`;
    const answer = await call(cast, cast.headers.owner, { method: 'POST', url });
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    expect((await call(cast, cast.headers.owner, { method: 'POST', url })).statusCode).toBe(409);
  }
  const { items, totals } = await read({ state: ['stopped'] });
  const words = Object.fromEntries(items.map(({ kind, words }) => [kind, words]));
  expect(words).toEqual({
    'price-plans': 'Изменено 1 из 1',
    'goods-imports': 'Записано 1 из 1',
    onec: 'Остановлено: Роль owner; ничего не изменено',
  });
  expect(items.map(({ can_stop }) => can_stop)).toEqual([false, false, false]);
  expect(totals.states.stopped).toBe(3);
});

test('[2.14] the page of a job of the exchange says what it is about, who asked for it and what has come of it', async () => {
  const { id: attribute_id } = await db
    .insertInto('attributes')
    .values({ code: 'osnova_1c', name: 'Основа', type: 'text' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const property = { id_1c: crypto.randomUUID(), name: 'Основа 1С', type: 'text', attribute_id };
  await db.insertInto('onec_properties').values(property).execute();
  const by = { staff_user_id: null, session_id: null, address: null, request_id: null, permission: null };
  const author = { ...by, who: 'Мария Отделова', verb: 'PUT' };
  const number = await db
    .transaction()
    .execute((db) => askStaffJob(db, 'property', { id: property.id_1c, rule: 'hidden' }, author));
  await db
    .updateTable('onec_staff_jobs')
    .set({
      state: 'done',
      finished_at: new Date(),
      result: JSON.stringify({ created: 0, changed: 7, switched_off: 1 }),
    })
    .where('id', '=', number)
    .execute();
  const { body } = await call(cast, cast.headers.content, { method: 'GET', url: `/api/admin/onec-jobs/${number}` });
  expect(JSON.parse(body)).toMatchObject({
    name: 'Другое правило для свойства 1С «Основа 1С»',
    who: 'Мария Отделова',
    state: 'done',
    is_rehearsal: false,
    package_id: null,
    goods: { changed: 7 },
  });
  const { items } = await read({ kind: ['onec'], state: ['done'] });
  expect(items.find(({ id }) => id === `onec:${number}`)?.words).toBe('Изменено: 8\u00a0товаров');
});
