import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { editOrder } from './edit-order.ts';
import { closeShort, handOverLines, waitingLines } from './hand-over.ts';
import { moveOrder } from './move-order.ts';

const { db, url } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
const mix = await makeProduct(db, { on_hand: 1_000 });
const firm = await makeCompany(db);
const company = { ...firm, role: 'purchaser' as const };
const purchaser = await makeUser(db, { email: 'pavel@dvor.example' });
await joinCompany(db, purchaser, firm, 'purchaser');
const bills = {
  payment: { method: 'invoice' },
  contact: { name: 'Павел', phone: '+79210001234', email: 'Pavel@dvor.example' },
};

async function emailsAbout(order: { number: number }) {
  await runJobs(db, url);
  const { rows } = await sql<{ to_address: string; subject: string; text: string; papers: number }>`
    select to_address, subject, text, (select count(*)::int from mail_attachments a where a.mail_id = m.id) as papers
    from mails m where subject like ${`%${order.number}%`} order by lower(to_address)`.execute(db);
  return rows;
}

test('a firm without accountants: the invoice goes to the buyer alone', async () => {
  const order = await orderBy(db, purchaser, [[mix, 1]], { company, input: bills });
  const withPapers = (await emailsAbout(order)).filter(({ papers }) => papers > 0);
  expect(withPapers.map(({ to_address }) => to_address)).toEqual(['Pavel@dvor.example']);
});

test('the firm’s accountants get the invoice too, once each, with a link that opens the order after signing in', async () => {
  const elena = await makeUser(db, { email: 'elena@dvor.example' });
  await joinCompany(db, elena, firm, 'accountant');
  const olga = await makeUser(db, { email: 'olga@dvor.example' });
  await joinCompany(db, olga, firm, 'accountant');
  const unproven = await makeUser(db, { email: 'unproven@dvor.example' });
  await joinCompany(db, unproven, firm, 'accountant');
  await sql`update contacts set confirmed_at = null where value = 'unproven@dvor.example'`.execute(db);
  const other = await makeCompany(db, { inn: '0012345673', name: 'ООО «Чужая»' });
  await joinCompany(db, await makeUser(db, { email: 'stranger@other.example' }), other, 'accountant');
  await joinCompany(db, await makeUser(db, { email: 'sergey@dvor.example' }), firm, 'owner');
  // Ordered with the address of an accountant: one email is enough.
  const contact = { ...bills.contact, email: 'Olga@dvor.example' };
  const order = await orderBy(db, purchaser, [[mix, 2]], { company, input: { ...bills, contact } });
  const emails = await emailsAbout(order);
  const withPapers = emails.filter(({ papers }) => papers > 0);
  expect(withPapers.map(({ to_address }) => to_address)).toEqual(['elena@dvor.example', 'Olga@dvor.example']);
  const copy = withPapers[0];
  expect(copy?.subject).toContain(`Счёт на оплату заказа ${order.number}`);
  expect(copy?.text).toContain(`/personal/orders/${order.id}/`);
  expect(copy?.text).not.toContain('token=');
  expect(await emailsAbout(order)).toEqual(emails);
});

test('an order paid otherwise, or not for the firm, is not told to its accountants', async () => {
  const own = await orderBy(db, purchaser, [[mix, 1]], { input: { contact: bills.contact } });
  const onReceipt = await orderBy(db, purchaser, [[mix, 1]], { company, input: { contact: bills.contact } });
  for (const order of [own, onReceipt])
    expect((await emailsAbout(order)).map(({ to_address }) => to_address)).not.toContain('elena@dvor.example');
});

test('an invoice that came in place of another travels with the email of the change, also to the accountants: the former one is not to be paid', async () => {
  const own = await makeCompany(db, { inn: '7728168971', name: 'ООО «Кровля»', deferral_days: 14 });
  await joinCompany(db, purchaser, own, 'purchaser');
  await joinCompany(db, await makeUser(db, { email: 'vera@krovlya.example' }), own, 'accountant');
  const order = await orderBy(db, purchaser, [[mix, 4]], { company: { ...own, role: 'purchaser' }, input: bills });
  const replaced = async () => {
    await runJobs(db, url);
    const { rows } = await sql<{ to_address: string; papers: string[] }>`
      select to_address, array(select a.name from mail_attachments a where a.mail_id = m.id) as papers from mails m
      where subject like ${`%${order.number}%`} and text ilike '%прежний счёт не оплачивайте%' order by m.id`.execute(
      db,
    );
    return rows.map(({ to_address, papers }) => `${to_address}: ${papers.join()}`);
  };
  expect(await replaced()).toEqual([]);
  const inside = (work: (db: Db) => Promise<unknown>) => db.transaction().execute(work);
  await inside((db) =>
    editOrder(db, order.id, { lines: [{ product_id: mix.id, count: 3, sum: (order.total / 4) * 3 }] }, { who: 'Инна' }),
  );
  const second = ['Pavel@dvor.example', 'vera@krovlya.example'].map((to) => `${to}: Счёт ${order.number}-2.pdf`);
  expect(await replaced()).toEqual(second);
  // Another day changes no sum: the invoice stays good.
  const news = () => ({ order_id: order.id, event: 'receiving', asked_at: new Date().toISOString() });
  await inside((db) => enqueue(db, 'write_order_emails', news()));
  expect(await replaced()).toEqual(second);

  // Goods of a firm that paid behind them left without a part of them; its deferral has ended since.
  for (const state of ['assembling', 'ready'] as const)
    await inside((db) => moveOrder(db, order.id, state, { who: 'склад' }));
  const [line] = await waitingLines(db, order.id);
  const given = [{ order_line_id: line!.order_line_id, count: 2 }];
  await inside((db) => handOverLines(db, order.id, given, { who: 'склад' }));
  await sql`update companies set deferral_days = null`.execute(db);
  await inside((db) => closeShort(db, order.id, async () => {}, { who: 'склад' }));
  const third = second.map((email) => email.replace('-2.pdf', '-3.pdf'));
  expect(await replaced()).toEqual([...second, ...third]);
  expect((await emailsAbout(order)).map(({ text }) => text).join()).toMatch(/убрано\sневыданное/);
});
