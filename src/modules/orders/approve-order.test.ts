import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { handOverOrders } from '#integrations/onec/sale/hand-over-orders.ts';
import { changeRole, limitPurchaser } from '#modules/accounts/company-members.ts';
import { issueDocument, listDocuments } from '#modules/documents/issue-document.ts';
import { papersOfEmail } from '#modules/documents/papers-of-email.ts';
import { markAccountPayment } from '#modules/payments/account-payment.ts';
import { openPayment } from '#modules/payments/open-payment.ts';
import { paymentOf } from '#modules/payments/queries.ts';
import type { Db } from '#platform/database.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderBy, stockOf } from '#test/support/orders.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { approveOrder, declineOrder } from './approve-order.ts';
import { changeReceiving } from './change-receiving.ts';
import { editOrder } from './edit-order.ts';
import { expireReservations } from './expire-reservations.ts';
import { listOwnOrders } from './list-own-orders.ts';
import { advanceOrder, moveOrder } from './move-order.ts';
import { cancelOwnOrder } from './own-order.ts';
import { getOrder, getOrderForOwner } from './queries.ts';
import { ReceivingInput } from './schema.ts';
import { writeOrderEmails } from './write-order-emails.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
await sql`update departments set email = 'vologda@idd.example' where id_1c = '00131'`.execute(db);
const keys = await secretKeys(db, undefined);
const mix = await makeProduct(db, { price: 10_000, on_hand: 1_000 });

/** A firm with an owner, an accountant and a purchaser who orders 500 ₽ at once and 900 ₽ a month alone. */
async function firm(limits = { order_limit: 50_000 as number | null, month_limit: 90_000 as number | null }) {
  const company = await makeCompany(db, { inn: newInn(), name: 'ООО «Стройка»' });
  const [owner, purchaser, accountant] = [
    await makeUser(db, { full_name: 'Ольга' }),
    await makeUser(db, { full_name: 'Павел' }),
    await makeUser(db, { full_name: 'Елена' }),
  ];
  await joinCompany(db, owner, company, 'owner');
  await joinCompany(db, purchaser, company, 'purchaser');
  await joinCompany(db, accountant, company, 'accountant');
  await db.transaction().execute((db) => limitPurchaser(db, owner.id, company.id, purchaser.id, limits));
  const place = (count: number, more: { now?: Date; input?: Record<string, unknown> } = {}) =>
    orderBy(db, purchaser, [[mix, count]], {
      company: { ...company, role: 'purchaser' },
      ...more,
      input: { payment: { method: 'invoice' }, ...more.input },
    });
  const decider = (user: { id: string; full_name: string }) => ({
    user_id: user.id,
    full_name: user.full_name,
    acting: null,
  });
  const approve = (id: string, total: number, by = owner, now?: Date) =>
    db.transaction().execute((db) => approveOrder(db, id, decider(by), total, now));
  const decline = (id: string, note: string, by = owner) =>
    db.transaction().execute((db) => declineOrder(db, id, decider(by), note));
  return { company, owner, purchaser, accountant, place, approve, decline };
}

let inns = 770_000_000;
/** Ten digits with their control digit. */
function newInn(): string {
  const digits = String(inns++);
  const sum = [2, 4, 10, 3, 5, 9, 4, 6, 8].reduce((all, factor, index) => all + factor * Number(digits[index]), 0);
  return `${digits}${(sum % 11) % 10}`;
}

const outcomeOf = async (id: string) => (await getOrder(db, id))!.approval?.outcome;

describe('an order above the limit', () => {
  test('waits: goods are held for a working day, nobody moves, edits, pays or invoices it, 1C does not get it', async () => {
    const { place, purchaser } = await firm();
    const before = await stockOf(db, mix);
    const tuesday = new Date('2026-11-24T09:00:00Z');
    const placed = await place(6, { now: tuesday });
    expect(placed).toMatchObject({ awaits_approval: true, total: 60_000, state: 'new' });
    expect((await stockOf(db, mix)).reserved).toBe(before.reserved + 6);
    const order = (await getOrder(db, placed.id))!;
    expect(order.approval).toMatchObject({
      reason: 'order',
      limit: 50_000,
      sum: 60_000,
      outcome: null,
      asked_by: 'Павел',
    });
    expect(order.reserved_until?.toISOString().slice(0, 10)).toBe('2026-11-25');
    const code = { code: 'awaits_approval' };
    const inside = <T>(work: (db: Db) => Promise<T>) => db.transaction().execute(work);
    await expect(inside((db) => moveOrder(db, order.id, 'assembling', { who: 'Пётр' }))).rejects.toMatchObject(code);
    await expect(inside((db) => advanceOrder(db, order.id, 'completed', { who: '1С' }))).rejects.toMatchObject(code);
    const edit = { lines: [{ product_id: mix.id, count: 1, sum: 10_000 }] };
    await expect(inside((db) => editOrder(db, order.id, edit, { who: '1С' }))).rejects.toMatchObject({
      code: 'order_fixed',
    });
    const paid = { who: 'бухгалтер', document: '1' };
    await expect(inside((db) => markAccountPayment(db, order.id, paid))).rejects.toMatchObject(code);
    const online = {
      order_id: order.id,
      method: 'card',
      provider: 'yookassa',
      started_by: 'x',
      requestFor: () => ({}),
    } as const;
    await expect(inside((db) => openPayment(db, online))).rejects.toMatchObject(code);
    expect(await paymentOf(db, order.id)).toMatchObject({ situation: 'unapproved', sum_due: 0 });
    expect(await listDocuments(db, order)).toEqual([]);
    await expect(inside((db) => issueDocument(db, { kind: 'invoice', part: 1 }, order))).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await papersOfEmail(db, { order_id: order.id, event: 'placed' }, '')).toEqual([]);
    expect(await askedOrders()).not.toContain(order.id);
    const list = { states: ['new'], page: 1, limit: 10 } as const;
    expect(await listOwnOrders(db, purchaser.id, list)).toMatchObject({ found: 1, unpaid_sum: 0 });
  });

  test('the database itself refuses to move, pay, invoice or hand it over, and to hold it without a term', async () => {
    const { place } = await firm();
    const { id } = await place(6);
    const wrong = 'waits for an approval';
    await expect(sql`update orders set state = 'assembling' where id = ${id}`.execute(db)).rejects.toThrow(wrong);
    await expect(sql`update orders set payment_state = 'paid' where id = ${id}`.execute(db)).rejects.toThrow(wrong);
    await expect(
      sql`insert into documents (order_id, kind, revision, content, issued_at) values (${id}, 'invoice', 1, '{}', now())`.execute(
        db,
      ),
    ).rejects.toThrow(wrong);
    await expect(
      sql`insert into payments (order_id, amount, method, provider, state, request, started_by, created_at, changed_at)
        values (${id}, 1, 'transfer', 'account', 'succeeded', '{}', 'x', now(), now())`.execute(db),
    ).rejects.toThrow(wrong);
    await expect(
      sql`update reservations r set expires_at = null from order_lines l where l.id = r.order_line_id and l.order_id = ${id}`.execute(
        db,
      ),
    ).rejects.toThrow('without a term');
    await expect(
      sql`update order_approvals set outcome = 'approved', decided_at = now(), decided_by = asked_by where order_id = ${id}`.execute(
        db,
      ),
    ).rejects.toThrow('order_approvals_second_person_check');
  });

  test('is told to its owner and its buyer with the reason and the time; the branch hears of it when it is approved', async () => {
    const { place, owner, approve } = await firm();
    const placed = await place(6);
    const mails = async (event: 'placed' | 'approved') => {
      await db.transaction().execute(async (db) => {
        const papers = await papersOfEmail(db, { order_id: placed.id, event }, '');
        await writeOrderEmails(db, keys, { order_id: placed.id, event }, new Date(), papers);
      });
      const { rows } = await sql<{ to_address: string; subject: string; text: string; papers: number }>`
        select to_address, subject, text, (select count(*)::int from mail_attachments a where a.mail_id = m.id) as papers
        from mails m where key like ${`order ${placed.id} ${event}%`} order by key`.execute(db);
      return rows;
    };
    const [buyer, boss, ...others] = await mails('placed');
    expect(others).toEqual([]);
    expect(buyer).toMatchObject({ to_address: 'anna@pochta.example', papers: 0 });
    expect(spaced(buyer!.text)).toContain('больше вашего лимита на один заказ: 600 ₽ при лимите 500 ₽');
    expect(boss?.to_address).toBe(owner.email);
    expect(boss?.text).toContain(`/personal/orders/${placed.id}/`);
    expect(boss?.text).not.toContain('token=');
    await approve(placed.id, placed.total);
    const [branch, approved] = await mails('approved');
    expect(branch?.subject).toContain(`Новый заказ ${placed.number}`);
    expect(approved).toMatchObject({ subject: `Заказ ${placed.number} согласован`, papers: 1 });
  });

  test('approved it goes on as any other: its term is that of the money, it is invoiced, paid, and 1C gets it', async () => {
    const { place, approve } = await firm();
    const tuesday = new Date('2026-11-24T09:00:00Z');
    const placed = await place(6, { now: tuesday });
    await approve(placed.id, placed.total, undefined, new Date('2026-11-24T10:00:00Z'));
    const order = (await getOrder(db, placed.id))!;
    expect(order).toMatchObject({ awaits_approval: false, approval: { outcome: 'approved', decided_by: 'Ольга' } });
    expect(order.reserved_until?.toISOString().slice(0, 10)).toBe('2026-11-27');
    expect(await listDocuments(db, order)).toMatchObject([{ kind: 'invoice', is_ready: true }]);
    expect(await askedOrders()).toContain(order.id);
    await db.transaction().execute((db) => markAccountPayment(db, order.id, { who: 'бухгалтер', document: '1' }));
    expect((await getOrder(db, order.id))?.payment_state).toBe('paid');
  });

  test('declined it is cancelled with the owner’s words and its goods are free again; withdrawn by its buyer too', async () => {
    const { place, decline, approve, purchaser } = await firm();
    const before = await stockOf(db, mix);
    const [one, two] = [await place(6), await place(7)];
    await decline(one.id, ' дорого ');
    const declined = (await getOrder(db, one.id))!;
    expect(declined.moves.at(-1)).toMatchObject({
      state: 'cancelled',
      who: 'Ольга',
      why: 'не согласован владельцем организации: дорого',
    });
    const own = (await getOrderForOwner(db, two.id, { user_id: purchaser.id }, keys))!;
    await db.transaction().execute((db) => cancelOwnOrder(db, own, null));
    expect([await outcomeOf(one.id), await outcomeOf(two.id)]).toEqual(['declined', 'withdrawn']);
    expect(await stockOf(db, mix)).toEqual(before);
    await expect(approve(one.id, one.total)).rejects.toMatchObject({ code: 'approval_over' });
  });

  test('nobody decides in time: it is cancelled when the term is over, and can be approved no more', async () => {
    const { place, approve } = await firm();
    const tuesday = new Date('2026-10-13T09:00:00Z');
    const placed = await place(6, { now: tuesday });
    const until = (await getOrder(db, placed.id))!.reserved_until!;
    expect(await expireReservations(db, new Date(until.getTime() - 1_000))).toBe(0);
    expect((await getOrder(db, placed.id))?.state).toBe('new');
    await expect(approve(placed.id, placed.total, undefined, until)).rejects.toMatchObject({ code: 'hold_over' });
    expect(await expireReservations(db, until)).toBe(1);
    const over = (await getOrder(db, placed.id))!;
    expect(over).toMatchObject({ state: 'cancelled', approval: { outcome: 'expired' } });
    expect(over.moves.at(-1)?.why).toBe('не согласован в срок');
    expect(await paymentOf(db, placed.id)).toMatchObject({ situation: 'cancelled' });
  });

  test('only another person who owns the firm decides, and on the sum they saw', async () => {
    const { place, approve, accountant, purchaser, owner, company } = await firm();
    const stranger = await makeUser(db);
    const { id, total } = await place(6);
    for (const [by, code] of [
      [accountant, 'role_forbids'],
      [purchaser, 'role_forbids'],
      [stranger, 'not_found'],
    ] as const)
      await expect(approve(id, total, by)).rejects.toMatchObject({ code });
    await expect(approve(id, total - 1)).rejects.toMatchObject({ code: 'total_changed', details: { total } });
    const acting = { id: 'a', staff_name: 'Мария', expires_at: new Date() };
    await expect(
      db.transaction().execute((db) => approveOrder(db, id, { user_id: owner.id, full_name: 'Ольга', acting }, total)),
    ).rejects.toMatchObject({ code: 'not_while_acting' });
    await db.transaction().execute((db) => changeRole(db, owner.id, company.id, purchaser.id, 'owner'));
    await expect(approve(id, total, purchaser)).rejects.toMatchObject({ code: 'role_forbids' });
    expect(await outcomeOf(id)).toBeNull();
    const twice = await Promise.allSettled([approve(id, total), approve(id, total)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('limits', () => {
  test('a month holds what was ordered in it, cancelled orders left out; the next one begins again', async () => {
    const { place, decline } = await firm();
    const november = new Date('2026-11-10T09:00:00Z');
    expect((await place(5, { now: november })).awaits_approval).toBe(false);
    const above = await place(5, { now: november });
    expect(above.awaits_approval).toBe(true);
    expect((await getOrder(db, above.id))?.approval).toMatchObject({ reason: 'month', limit: 90_000, sum: 100_000 });
    await decline(above.id, '');
    expect((await place(4, { now: november })).awaits_approval).toBe(false);
    expect((await place(1, { now: november })).awaits_approval).toBe(true);
    // In Vologda December begins at 21:00 by UTC.
    expect((await place(1, { now: new Date('2026-11-30T20:59:00Z') })).awaits_approval).toBe(true);
    expect((await place(5, { now: new Date('2026-11-30T21:00:00Z') })).awaits_approval).toBe(false);
  });

  test('two orders at once do not both fit into what is left of the month', async () => {
    const { place } = await firm({ order_limit: null, month_limit: 50_000 });
    const placed = await Promise.all([place(3), place(3), place(3)]);
    expect(placed.filter(({ awaits_approval }) => awaits_approval)).toHaveLength(2);
  });

  test('an order is not made dearer above the limit by its delivery afterwards, save by an owner', async () => {
    const { place, purchaser, owner } = await firm();
    const zone = await db
      .insertInto('delivery_zones')
      .values({
        department_id_1c: '00131',
        name: 'Город',
        places: ['вологда'],
        days_min: 1,
        days_max: 2,
        position: 1,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('delivery_zone_rates')
      .values({ zone_id: zone.id, up_to_grams: 100_000_000, price_kopecks: 20_000, vehicle: 'фургон' })
      .execute();
    const { id } = await place(4);
    const input = ReceivingInput.parse({ type: 'delivery', address: 'Вологда, Мира, 10' });
    const change = async (user: { id: string }) => {
      const order = (await getOrderForOwner(db, id, { user_id: user.id }, keys))!;
      await db.transaction().execute((db) => changeReceiving(db, order, input, { account: null }));
    };
    await expect(change(purchaser)).rejects.toMatchObject({ code: 'over_limit' });
    await change(owner);
    expect((await getOrder(db, id))?.total).toBe(60_000);
  });

  test('an owner and a person without limits order what they like; another role takes the limits away', async () => {
    const { company, owner, purchaser } = await firm();
    const bought = await orderBy(db, owner, [[mix, 60]], { company: { ...company, role: 'owner' } });
    expect(bought.awaits_approval).toBe(false);
    await expect(
      db
        .transaction()
        .execute((db) =>
          limitPurchaser(db, purchaser.id, company.id, purchaser.id, { order_limit: null, month_limit: null }),
        ),
    ).rejects.toMatchObject({ code: 'role_forbids' });
    await db.transaction().execute((db) => changeRole(db, owner.id, company.id, purchaser.id, 'accountant'));
    await db.transaction().execute((db) => changeRole(db, owner.id, company.id, purchaser.id, 'purchaser'));
    const again = await orderBy(db, purchaser, [[mix, 60]], { company: { ...company, role: 'purchaser' } });
    expect(again.awaits_approval).toBe(false);
  });
});

await sql`insert into onec_nodes (id, name, login) overriding system value values (1, 'База', 'base')`.execute(db);

async function askedOrders(): Promise<string[]> {
  const asked = { node_id: 1, session_id: randomUUID(), encoding: 'utf-8' as const, version: '2.10' };
  const { xml } = await db.transaction().execute((db) => handOverOrders(db, asked));
  return [...xml.matchAll(/<Документ>\s*<Ид>([0-9a-f-]{36})<\/Ид>/g)].map(([, id = '']) => id);
}

function spaced(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
