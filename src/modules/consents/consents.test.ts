import { expect, test } from 'vitest';
import { createPageVersion, publishPageVersion } from '#modules/content/pages.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { giveConsent, standingConsent } from './consents.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mix = await makeProduct(db);

const slug = 'consent-personal-data';
const editions = async () => {
  const rows = await db
    .selectFrom('consents as c')
    .innerJoin('pages as p', 'p.id', 'c.page_id')
    .select(['p.title', 'c.form'])
    .where('p.slug', '=', slug)
    .orderBy('c.id')
    .execute();
  return rows.map(({ title, form }) => `${form}: ${title}`);
};

test('[S6-05] a consent names the edition that the shop shows, not one that was taken off', async () => {
  const publish = async (title: string) => {
    const { id } = await createPageVersion(db, { slug, title, html: '<p>Согласен.</p>' });
    await publishPageVersion(db, id, {}, new Date(Date.now() - 3_600_000));
    return id;
  };
  await publish('Действующий');
  const mistaken = await publish('Ошибочный');
  await db
    .updateTable('pages')
    .set({ ends_at: new Date(Date.now() - 60_000) })
    .where('id', '=', mistaken)
    .execute();
  const person = await makeUser(db);
  const given = { purpose: 'personal_data', subject: 'Анна', address: '', user_id: person.id } as const;
  await giveConsent(db, { ...given, form: 'signup' });
  await submitOrder(db, await orderPlace(db), orderInput([[mix, 1]]));
  expect(await editions()).toEqual(['signup: Действующий', 'order: Действующий']);
  expect(await standingConsent(db, person.id)).not.toBeNull();
});

test('[S6-05] a consent text is given no end: without one in force nobody could order', async () => {
  const { id } = await createPageVersion(db, { slug, title: 'До завтра', html: '<p>Согласен.</p>' });
  const ends_at = new Date(Date.now() + 86_400_000);
  const published = db.transaction().execute((db) => publishPageVersion(db, id, { ends_at }));
  await expect(published).rejects.toMatchObject({
    details: { fields: { ends_at: expect.stringContaining('редакция') } },
  });
});
