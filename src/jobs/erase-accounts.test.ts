import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { exportPerson } from '#modules/accounts/export-person.ts';
import { readCard } from '#modules/loyalty/cards.ts';
import { issueCard } from '#modules/loyalty/issue-card.ts';
import { adjustCard } from '#modules/loyalty/move-bonuses.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { addOrderNote, listOrderNotes } from '#modules/orders/order-notes.ts';
import { findCoupon } from '#modules/pricing/coupon.ts';
import { saveList } from '#modules/saved-lists/save-list.ts';
import { makeStaff, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { jobContext } from '#test/support/jobs.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { spinAll } from '#test/support/wheel.ts';
import { eraseAccounts } from './erase-accounts.ts';

const { db } = await testDatabase();
await makeBranches(db);
await loadProgrammes(db);

test('[S2-17] card, spins, personal coupons, estimates and lists stand in the export, and nothing leads from them to who was erased', async () => {
  const user = await makeUser(db);
  const card = await issueCard(db, { kind: 'bonus', user_id: user.id, phone: '+79210001234', who: 'покупатель' });
  const gift = { amount: 50, purchase_kopecks: 0, reason: 'adjusted', who: 'сотрудник', note: 'подарок' } as const;
  await adjustCard(db, (await readCard(db, card.id))!, gift);
  const [coupon = ''] = await spinAll(db, [user]);
  const estimate = { user_id: user.id, department_id_1c: '00131', file_name: 'Дача Смирновых.xlsx' };
  const { id } = await db.insertInto('estimates').values(estimate).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('estimate_lines')
    .values({ estimate_id: id, position: 1, text: 'Цемент 5 меш.', name: 'Цемент', confidence: 'none' })
    .execute();

  const mix = await makeProduct(db, { name: 'Штукатурка Гладь' });
  const kept = { name: 'Дача', goods: [{ product_id: mix.id, count: 3 }], replaces: false };
  await db.transaction().execute((db) => saveList(db, user.id, kept));

  expect(await exportPerson(db, user.id)).toMatchObject({
    lists: [{ name: 'Дача', lines: [{ name: 'Штукатурка Гладь', count: 3 }] }],
    cards: [{ number: card.number, phone: '+79210001234', movements: [{ bonuses: 50, note: 'подарок' }] }],
    spins: [{ name: 'Колесо', client_seed: 'снег', coupon }],
    estimates: [{ file_name: 'Дача Смирновых.xlsx', lines: ['Цемент 5 меш.'] }],
  });

  await sql`update users set deletion_requested_at = now() - interval '1 day', deletion_due_at = now() - interval '1 day' where id = ${user.id}::uuid`.execute(
    db,
  );
  const context = await jobContext(db);
  await eraseAccounts({}, context, {} as never);

  expect(await readCard(db, card.id)).toMatchObject({ user_id: null, phone: null });
  expect(await exportPerson(db, user.id)).toMatchObject({ cards: [], spins: [], estimates: [], lists: [] });
  expect((await sql`select from saved_lists where user_id = ${user.id}::uuid`.execute(db)).rows).toEqual([]);
  expect((await sql`select from estimates where id = ${id}::uuid`.execute(db)).rows).toEqual([]);
  expect(await findCoupon(db, coupon, '00131', user.id, new Date())).toBeNull();
});

test("[S2-17] what staff wrote of a person's orders for each other stands in the export and goes with the account", async () => {
  const user = await makeUser(db);
  const product = await makeProduct(db, { on_hand: 5 });
  const order = await orderBy(db, user, [[product, 1]]);
  const staff = await makeStaff(db, ['orders'], { full_name: 'Олег Сергеев' });
  const said = { text: 'Просил не звонить до обеда', kind: 'call' } as const;
  await addOrderNote(db, order.id, said, { user_id: staff.id, full_name: 'Олег Сергеев' });
  const { orders } = await exportPerson(db, user.id);
  expect(orders).toMatchObject([
    { notes: [{ who: 'Олег Сергеев', kind: 'call', text: 'Просил не звонить до обеда' }] },
  ]);

  await moveOrder(db, order.id, 'cancelled', { who: 'Олег Сергеев' });
  await sql`update users set deletion_requested_at = now() - interval '1 day', deletion_due_at = now() - interval '1 day' where id = ${user.id}::uuid`.execute(
    db,
  );
  await eraseAccounts({}, await jobContext(db), {} as never);
  expect(await listOrderNotes(db, order.id)).toEqual([]);
});
