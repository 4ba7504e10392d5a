import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { writtenPages } from '#demo/pages.ts';
import { expireReservations } from '#modules/orders/expire-reservations.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { formVisitor } from '#test/support/form-visitor.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await sql`update departments set storage_days = 4 where id_1c = '00131'`.execute(db);
const app = await testApp(db);

test('[S7-36] cart, delivery, payment and e-mail promise one term in working days, and by it the order is cancelled', async () => {
  const mix = await makeProduct(db);
  const guest = formVisitor(app);
  await guest.addToCart(mix, 1);
  for (const [path, words] of [
    ['/cart/', 'Храним 4 рабочих дня'],
    ['/delivery/', 'С оплатой при получении храним 4 рабочих дня, оплаченный заказ — без срока'],
    ['/pay/', 'С оплатой при получении храним 4 рабочих дня, оплаченный заказ — без срока'],
    ['/professionalam/', '4 рабочих дня'],
  ] as const) {
    expect((await guest.get(path)).text.replaceAll('\u00a0', ' '), path).toContain(words);
  }
  // Friday; the fourth working day after it is Thursday, until the branch closes.
  const friday = new Date('2026-11-20T15:00:00+03:00');
  const thursday = new Date('2026-11-26T20:00:00+03:00');
  const { id } = await submitOrder(db, await orderPlace(db, { now: friday }), orderInput([[mix, 1]]));
  for (const state of ['assembling', 'ready'] as const) {
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'Пётр, склад', now: friday }));
  }
  vi.setSystemTime(friday);
  await runJobs(db, url);
  vi.useRealTimers();
  const { rows } = await sql<{ text: string }>`select text from mails where subject like '%готов к выдаче'`.execute(db);
  expect(rows[0]?.text).toContain('Храним до 26.11.2026 20:00');
  await expireReservations(db, new Date(thursday.getTime() - 1000));
  expect((await getOrder(db, id))?.state).toBe('ready');
  await expireReservations(db, thursday);
  expect((await getOrder(db, id))?.state).toBe('cancelled');
});

test('no written page of the demonstration names a term of reserve or storage: they are data', () => {
  const sentences = writtenPages.flatMap(({ html }) =>
    html
      .replace(/<\/(?:td|th|tr|li|p|h\d)>/g, '. ')
      .replace(/<[^>]*>/g, '')
      .split(/(?<=[.!?;])\s/),
  );
  const notice = sentences.filter((sentence) => /храним|резерв|отлож|подтверд|собранн/i.test(sentence));
  expect(notice.length).toBeGreaterThan(5);
  expect(notice.filter((sentence) => /\d+\s+(?:рабоч|дн|час|минут)/.test(sentence))).toEqual([]);
});
