import { expect, test } from 'vitest';
import { closeShort, waitingLines } from '#modules/orders/hand-over.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { placeOrder } from '#modules/orders/place-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { joinCompany, makeCompany, makeStaff, makeUser } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { orderBy, orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);

async function readyOrder() {
  const product = await makeProduct(db);
  const place = await orderPlace(db);
  const order = await db.transaction().execute((db) => placeOrder(db, place, orderInput([[product, 2]])));
  for (const state of ['assembling', 'ready'] as const)
    await db.transaction().execute((db) => moveOrder(db, order.id, state, { who: 'склад' }));
  return order;
}

async function deskOf(petr: { cookies: Record<string, string> }) {
  const visitor = formVisitor(app);
  for (const [name, value] of Object.entries(petr.cookies)) visitor.cookies.set(name, value);
  return visitor;
}

test('[S2-19] [S6-05] the desk asks who comes: a guest is sent to sign in, a buyer is refused, staff shows the second factor first', async () => {
  const guest = await formVisitor(app).get('/qr/o/');
  expect([guest.status, guest.text]).toEqual([200, expect.stringContaining('Эта страница для сотрудников выдачи')]);
  const petr = await makeStaff(db, ['pickup'], { secondFactor: false });
  const desk = await deskOf(petr);
  expect((await desk.get('/qr/o/')).text).toContain('Код из приложения');
  const { number, pickup_code } = await readyOrder();
  const early = await desk.post('/qr/o/', { intent: 'open', number, pickup_code });
  expect(early.status).toBe(403);
  await desk.post('/qr/o/', { intent: 'code', code: petr.code() });
  const open = await desk.post('/qr/o/', { intent: 'open', number, pickup_code });
  expect(open.location).toMatch(new RegExp(`^/qr/o/${number}-[\\w-]{22}/\\?by=code$`));
  expect((await desk.get(open.location!)).text).toContain(`Заказ ${number}`);
});

test('[S2-19] a code shown too early says at the desk what the order waits for, and to its holder when the code comes', async () => {
  const place = await orderPlace(db);
  const product = await makeProduct(db);
  const { id, number } = await db.transaction().execute((db) => placeOrder(db, place, orderInput([[product, 1]])));
  const { pickup_code } = (await getOrder(db, id))!;
  const desk = await deskOf(await makeStaff(db, ['pickup']));
  const open = await desk.post('/qr/o/', { intent: 'open', number, pickup_code });
  expect((await desk.get(open.location!)).text).toContain(
    'Выдать пока нельзя: заказ сейчас «Принят». Код сработает, когда он станет «Готов к выдаче»; покупателю об этом придёт письмо.',
  );
  const buyer = await makeUser(db);
  const company = { ...(await makeCompany(db, { deferral_days: 14 })), role: 'owner' as const };
  await joinCompany(db, buyer, company);
  const byInvoice = { company, input: { payment: { method: 'invoice' as const } } };
  const later = (await getOrder(db, (await orderBy(db, buyer, [[product, 1]], byInvoice)).id))!;
  const early = await desk.post('/qr/o/', { intent: 'open', number: later.number, pickup_code: later.pickup_code });
  expect((await desk.get(early.location!)).text).toContain(
    'станет «Готов к выдаче»; покупателю об этом придёт письмо.',
  );
  const held = await formVisitor(app).get(open.location!);
  expect(held.text).toContain('Код появится здесь, когда его можно будет забрать.');
  expect(held.text).not.toContain(`${pickup_code.slice(0, 3)}-${pickup_code.slice(3)}`);
});

test('[S2-19] five wrong codes for an order, also when they come at once; then the right one waits too', async () => {
  const { number, pickup_code } = await readyOrder();
  const desk = await deskOf(await makeStaff(db, ['pickup']));
  for (const _ of [1, 2, 3]) {
    const right = await desk.post('/qr/o/', { intent: 'open', number, pickup_code });
    expect(right.status).toBe(303);
  }
  const wrong = String((Number(pickup_code) + 1) % 1_000_000).padStart(6, '0');
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => desk.post('/qr/o/', { intent: 'open', number, pickup_code: wrong })),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
  expect((await desk.post('/qr/o/', { intent: 'open', number, pickup_code })).status).toBe(429);
});

test('[S2-19] what the desk types is judged field by field and stays: the code, the count, why less was given', async () => {
  const { number, pickup_code, id } = await readyOrder();
  const desk = await deskOf(await makeStaff(db, ['pickup']));
  const mistyped = await desk.post('/qr/o/', { intent: 'open', number: 'пять', pickup_code: '12' });
  expect(mistyped.status).toBe(422);
  for (const words of ['Номер заказа — только цифры', 'В коде шесть цифр']) expect(mistyped.text).toContain(words);
  expect(mistyped.html).toContain('value="пять"');
  const { location } = await desk.post('/qr/o/', { intent: 'open', number, pickup_code });
  const [line] = await waitingLines(db, id);
  const give = (fields: Record<string, string>) =>
    desk.post(
      location!,
      Object.fromEntries([
        ['intent', 'give'],
        ...Object.entries(fields).map(([name, value]) => [`${name}_${line!.order_line_id}`, value]),
      ]),
    );
  for (const [given, words] of [
    ['3', 'Максимальное значение 2'],
    ['полтора', 'Должно быть числом'],
    ['1.5', 'Укажите целое число, например 2'],
    ['1', 'Укажите, почему выдано меньше'],
  ] as const) {
    const refused = await give({ given });
    expect([given, refused.status, refused.text.includes(words)]).toEqual([given, 422, true]);
    expect(refused.html).toContain(`value="${given}"`);
  }
  expect((await give({ given: '1', problem: 'defect', note: 'порван' })).status).toBe(303);
});

test('[S2-19] the act says what becomes of the rest: it waits until the order is closed without it', async () => {
  const { number, pickup_code, id } = await readyOrder();
  const desk = await deskOf(await makeStaff(db, ['pickup']));
  const { location } = await desk.post('/qr/o/', { intent: 'open', number, pickup_code });
  const [line] = await waitingLines(db, id);
  const at = (field: string) => `${field}_${line!.order_line_id}`;
  await desk.post(location!, { intent: 'give', [at('given')]: '1', [at('problem')]: 'shortage', [at('note')]: 'бой' });
  const part = (await desk.get(location!)).text;
  expect(part).toMatch(/не хватило: 1 [^.,]+\.?, бой/);
  expect(part).toContain('Остальное ждёт решения');
  await db.transaction().execute((db) => closeShort(db, id, async () => {}, { who: 'Пётр' }));
  const closed = (await desk.get(location!)).text;
  expect(closed).toContain('Заказ закрыт, остальное не выдано.');
  for (const words of ['Всё выдано', 'ждёт решения']) expect(closed).not.toContain(words);
});

test('[2.2] an order is closed at the phone with the sum that was shown, and within the limit of refunds', async () => {
  const product = await makeProduct(db, { price: 48_950 });
  const firm = { payment: { method: 'invoice' }, company: { name: 'ООО «Ремонт»', inn: '7707083893' } };
  const place = await orderPlace(db);
  const { id, number } = await db
    .transaction()
    .execute((db) => placeOrder(db, place, orderInput([[product, 2]], firm)));
  await db.transaction().execute(async (db) => {
    await markAccountPayment(db, id, { who: 'бухгалтер', document: 'п/п 1' });
    for (const state of ['assembling', 'ready'] as const) await moveOrder(db, id, state, { who: 'склад' });
  });
  const limit = (refund_limit: number) =>
    db.transaction().execute((db) => saveSetting(db, 'orders', { refund_limit, proposal_hours: 4 }));
  const { pickup_code } = (await getOrder(db, id))!;
  const [line] = await waitingLines(db, id);
  const desk = await deskOf(await makeStaff(db, ['pickup']));
  const { location } = await desk.post('/qr/o/', { intent: 'open', number, pickup_code });
  const given = { given: '1', problem: 'defect', note: 'порван' };
  const fields = Object.entries(given).map(([name, value]) => [`${name}_${line!.order_line_id}`, value]);
  expect((await desk.post(location!, { intent: 'give', ...Object.fromEntries(fields) })).status).toBe(303);

  await limit(100);
  const obstacle = 'Закрыть заказ, по которому вернётся больше 100 ₽, может владелец';
  const page = await desk.get(location!);
  expect(page.text).toContain('Выдан частично');
  expect(page.text).toContain('Вернётся покупателю 489,50 ₽');
  expect(page.text).toContain(obstacle);
  const over = await desk.post(location!, { intent: 'close', back: '48950' });
  expect([over.status, over.text.includes(obstacle)]).toEqual([403, true]);
  await limit(500);
  const wrong: Record<string, string>[] = [{}, { back: '0' }, { back: '48949' }];
  for (const form of wrong) expect((await desk.post(location!, { intent: 'close', ...form })).status).toBe(409);
  expect((await getOrder(db, id))!.state).toBe('ready');
  expect((await desk.post(location!, { intent: 'close', back: '48950' })).status).toBe(303);
  expect((await getOrder(db, id))!.state).toBe('completed');
});
