import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saveAddress, saveRecipient } from '#modules/accounts/saved-places.ts';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { buyerOf } from '#modules/orders/buyer-of.ts';
import { submitOrder } from '#modules/orders/submit-order.ts';
import { makeUser, signedIn, signInVisitor } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { fieldsOf, formVisitor } from '#test/support/form-visitor.ts';
import { orderInput, orderPlace } from '#test/support/orders.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const app = await testApp(db);
const plaster = await makeProduct(db);

test('[S2-05] a signed-in buyer finds name, contacts, the last point, a saved address and recipients in the checkout', async () => {
  const anna = await makeUser(db, { phone: '+79210001234' });
  await saveAddress(db, anna.id, { place: 'Вологда', address: 'ул. Мира, 5' });
  await saveRecipient(db, anna.id, { name: 'Пётр Иванов', phone: '8 921 000-00-00' });
  const { session_id } = await signedIn(db, anna);
  const buyer = buyerOf(await readSignedIn(db, session_id, new Date()));
  const receiving = { type: 'pickup', department_id_1c: '00132' };
  await submitOrder(db, await orderPlace(db, { buyer, visitor: anna.id }), orderInput([[plaster, 1]], { receiving }));

  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  await visitor.addToCart(plaster);
  const page = await visitor.get('/cart/');
  const fields = Object.fromEntries(fieldsOf(page.html));
  expect(fields).toMatchObject({
    name: 'Анна Смирнова',
    phone: '+7 (921)-000-12-34',
    email: anna.email,
    point: '00132',
    place: 'Вологда',
    address: 'ул. Мира, 5',
  });
  // Suggested once a script runs; the page brings them.
  for (const known of ['ул. Мира, 5', 'Пётр Иванов', '+7 (921)-000-00-00']) expect(page.html).toContain(known);
});

test('[S6-05] staff who act for a customer do not read the contacts in the checkout', async () => {
  const anna = await makeUser(db, { phone: '+79210001234' });
  await saveRecipient(db, anna.id, { name: 'Пётр Иванов', phone: '8 921 000-00-00' });
  const manager = await makeUser(db, { full_name: 'Мария Менеджер' });
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, manager);
  await sql`insert into staff (user_id, roles, totp_secret) values (${manager.id}::uuid, '{login_by_user}', 'x')`.execute(
    db,
  );
  await sql`insert into acting_sessions (staff_user_id, session_id, user_id, reason, expires_at)
    select ${manager.id}::uuid, s.id, ${anna.id}::uuid, 'Помощь с заказом', now() + interval '20 minutes' from sessions s where s.user_id = ${manager.id}::uuid`.execute(
    db,
  );
  await visitor.addToCart(plaster);
  const page = await visitor.get('/cart/');
  expect(page.text).toContain('Оформление');
  expect(page.html).not.toContain(anna.email);
  expect(page.html).not.toContain('000-12-34');
  expect(page.html).not.toContain('Пётр Иванов');
});

test('a guest finds the city of the branch and nothing of anybody in the checkout', async () => {
  const guest = formVisitor(app);
  await guest.addToCart(plaster);
  const fields = Object.fromEntries(fieldsOf((await guest.get('/cart/')).html));
  expect(fields).toMatchObject({ name: '', phone: '', email: '', place: 'Вологда', address: '' });
});

test('the checkout asks a signed-in buyer once for the consent; the next order names it, unless it was taken back meanwhile', async () => {
  const anna = await makeUser(db, { phone: '+79210001234' });
  const visitor = formVisitor(app);
  await signInVisitor(db, visitor, anna);
  await visitor.addToCart(plaster);
  const first = await visitor.get('/cart/');
  expect(fieldsOf(first.html).has('consent_personal_data')).toBe(false);
  expect((await visitor.press(first, '/cart/', 'place')).status).toBe(422);
  expect((await visitor.press(first, '/cart/', 'place', { consent_personal_data: '1' })).status).toBe(303);

  await visitor.addToCart(plaster);
  const second = await visitor.get('/cart/');
  expect(second.text).toMatch(/Согласие на обработку персональных данных вы дали \d\d\.\d\d\.\d{4}/);
  expect(fieldsOf(second.html).get('consent_personal_data')).toBe('given');
  const mark = (withdrawn_at: Date | null) =>
    db.updateTable('consents').set({ withdrawn_at }).where('user_id', '=', anna.id).execute();
  await mark(new Date());
  const refused = await visitor.press(second, '/cart/', 'place');
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Нужно ваше согласие');
  await mark(null);
  expect((await visitor.press(second, '/cart/', 'place')).status).toBe(303);
  const kept = await db
    .selectFrom('consents')
    .select(['id', 'under_id', 'order_id'])
    .where('user_id', '=', anna.id)
    .orderBy('id')
    .execute();
  expect(kept.map(({ under_id }) => under_id)).toEqual([null, kept[0]!.id]);
  expect(kept.every(({ order_id }) => order_id !== null)).toBe(true);
});
