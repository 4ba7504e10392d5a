import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { joinCompany, makeCompany, makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobs } from '#test/support/jobs.ts';
import { orderBy } from '#test/support/orders.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

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
