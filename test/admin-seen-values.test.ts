import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { answerQuestion } from '#modules/reviews/decide-question.ts';
import { type AdminCast, call, makeAdminCast } from './admin/cast.ts';
import { examples } from './admin/examples.ts';
import { newReview } from './admin/request-examples.ts';
import { testDatabase } from './support/database.ts';
import { makeCategory, makeProduct } from './support/shop.ts';

const { db } = await testDatabase();
let cast: AdminCast;
beforeAll(async () => {
  cast = await makeAdminCast(db);
});

type Sent = { method: 'PUT' | 'POST'; url: string; body: Record<string, unknown> };

async function send(sent: Sent) {
  const { statusCode, headers, ...answer } = await call(cast, cast.headers.owner, sent);
  return { status: statusCode, body: answer.json(), line: headers['audit-line'] };
}

/** The example of a call, which names what it saw, and what another makes of the same thing meanwhile. */
async function exampleOf(name: string, theirs: object) {
  const [method, path] = name.split(' ');
  const { url, body } = await examples[`${method} /api/admin/${path}`]!.make(cast);
  const sent = { method, url, body } as Sent;
  return { mine: sent, theirs: { ...sent, body: { ...sent.body, ...theirs } } };
}

/** What is written of the changes themselves says how many there were. */
const linesOf = async () =>
  (await sql<{ count: number }>`select count(*)::int from audit_log`.execute(db)).rows[0]!.count;

test.for([
  ['PUT stock/:id/shelf', { shelf: 'Б-7' }, 'Пока вы смотрели, место изменили: теперь Б-7'],
  [
    'PUT prices/:id/pin',
    { until: '2098-12-31' },
    'Пока вы смотрели, закрепление изменили: теперь цену ведёт магазин до 31.12.2098',
  ],
  ['PUT onec-nodes/:id/guards/:guard', { share: 11 }, 'Пока вы смотрели, предохранитель изменили. Теперь так:'],
  ['PUT file-maps', { unit: 'base' }, 'Пока вы смотрели, сопоставление «Прайс» сохранил другой человек'],
  [
    'POST orders/:id/receiving',
    { unloading_note: 'Ворота справа' },
    'Пока вы смотрели, получение заказа изменили. Закройте окно',
  ],
  ['POST reviews/:id/reply', { text: 'Ответ другого' }, 'на проверке, ответ магазина есть. Посмотрите и решите заново'],
  ['POST reviews/:id/refuse', { reason: 'Спам' }, 'Теперь так: не опубликован. Посмотрите'],
  ['POST questions/:id/answer', { text: 'Нет' }, 'Теперь так: опубликован, ответ магазина есть. Посмотрите'],
  ['POST questions/:id/refuse', { reason: 'Спам' }, 'Теперь так: не опубликован. Посмотрите'],
] as const)(
  '[3.2] %s: what another has changed since it was seen is not overwritten, and it is said how it stands',
  async ([name, change, words]) => {
    const { mine, theirs } = await exampleOf(name, change);
    expect((await send(theirs)).status).toBe(200);
    const lines = await linesOf();
    const refused = await send(mine);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'seen_changed']);
    expect(refused.body.error.message).toContain(words);
    expect(await linesOf()).toBe(lines);
  },
);

test('[3.2] a pin that another has set until a day is not taken off by whoever saw it without one', async () => {
  const { id } = await makeProduct(db, { id_1c: crypto.randomUUID() });
  const url = `/api/admin/prices/${id}`;
  const price_column = 'vologda';
  const pin = (until: string | null, seen: object) =>
    send({ method: 'PUT', url: `${url}/pin`, body: { price_column, until, seen } });
  const forEver = { is_pinned: true, pinned_until: null };
  expect((await pin(null, { is_pinned: false, pinned_until: null })).status).toBe(200);
  expect((await pin('2099-12-31', forEver)).status).toBe(200);
  const unpin = (seen: object) => send({ method: 'POST', url: `${url}/unpin`, body: { price_column, seen } });
  expect((await unpin(forEver)).body.error).toMatchObject({ code: 'seen_changed' });
  const seen = (await unpin(forEver)).body.error.current;
  expect(seen).toEqual({ is_pinned: true, pinned_until: '2099-12-31T20:59:59.999Z' });
  expect((await unpin(seen)).status).toBe(200);
});

test('[3.2] of two who change a place of storage at the same moment one is told', async () => {
  const { mine, theirs } = await exampleOf('PUT stock/:id/shelf', { shelf: 'В-1' });
  const answers = await Promise.all([send(mine), send(theirs)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('[3.2] of two who type the first price of a product at the same moment one is told', async () => {
  for (let n = 0; n < 10; n++) {
    const { id } = await makeProduct(db, { price: null });
    await db.deleteFrom('prices').where('product_id', '=', id).execute();
    const put = (price: number) =>
      send({
        method: 'POST',
        url: '/api/admin/prices/cells',
        body: { cells: [{ product_id: id, price_column: 'vologda', price, was: null }] },
      });
    const answers = await Promise.all([put(10_000 + n), put(20_000 + n)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error.problems).toMatchObject([{ code: 'changed' }]);
  }
});

test('categories that several people move at the same moment all find their places', async () => {
  const roots = [];
  for (const n of [1, 2, 3]) roots.push(await makeCategory(db, `moved-at-once-${n}`, `Раздел ${n}`));
  for (let n = 0; n < 10; n++) {
    const moves = roots.map(({ id }, at) =>
      send({
        method: 'POST',
        url: `/api/admin/categories/${id}/move`,
        body: { parent_id: null, place: (n + 2 * at) % 3 },
      }),
    );
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200]);
  }
});

test('[3.2] what one refused another does not publish from a page that shows it new, and a reply is not lost under another', async () => {
  const { url } = await examples['GET /api/admin/reviews/:id']!.make(cast);
  const decide = (path: string, body: object) => send({ method: 'POST', url: `${url}/${path}`, body: { ...body } });
  expect((await decide('refuse', { reason: 'Спам', seen: newReview })).status).toBe(200);
  const refused = { ...newReview, state: 'refused' };
  expect((await decide('approve', { seen: newReview })).body.error.current).toEqual(refused);
  expect((await decide('reply', { text: 'Первый', seen: refused })).status).toBe(200);
  const replied = await decide('reply', { text: 'Второй', seen: refused });
  expect([replied.status, replied.body.error.current.reply]).toEqual([409, 'Первый']);
  const { line, status } = await decide('reply', { text: 'Второй', seen: { ...refused, reply: 'Первый' } });
  expect(status).toBe(200);
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit_log where id = ${Number(line)}`.execute(db);
  expect(rows).toEqual([
    {
      before: { state: 'refused', reason: 'Спам', reply: 'Первый' },
      after: { state: 'refused', reason: 'Спам', reply: 'Второй' },
    },
  ]);
});

test('an answer that is sent again writes its author once, whoever sends it', async () => {
  const { url, body } = await examples['POST /api/admin/questions/:id/answer']!.make(cast);
  const id = Number(url.split('/').at(-2));
  await sql`update product_questions set is_demo = false, email = 'asks@idd.example' where id = ${id}`.execute(db);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answer = () => call(cast, cast.headers.owner, { method: 'POST', url, headers, body: body as object });
  expect([(await answer()).statusCode, (await answer()).statusCode]).toEqual([200, 200]);
  await db.transaction().execute((db) => answerQuestion(db, id, 'Да, подходит'));
  const { rows } = await sql`select from mails where to_address = 'asks@idd.example'`.execute(db);
  expect(rows).toHaveLength(1);
});
