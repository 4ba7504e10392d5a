import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { lastCode } from '#test/support/emails.ts';
import { testRequester } from '#test/support/requester.ts';
import { requestSignInCode } from './request-sign-in-code.ts';
import { SignUpInput } from './schema.ts';
import { signInByCode } from './sign-in-by-code.ts';
import { signUp } from './sign-up.ts';

const { db } = await testDatabase();
const keys = await secretKeys(db, undefined);
// The texts of consent, which come with the database, are in force by then.
const now = new Date('2036-11-21T09:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

let people = 0;

/** A new person who has typed the code of their email. */
async function provenNewcomer(at = now) {
  const email = `newcomer${++people}@pochta.example`;
  const requester = testRequester({ address: `10.5.0.${people}` });
  await requestSignInCode(db, keys, email, requester, at);
  const result = await signInByCode(db, keys, { email, auth_code: await lastCode(db, email) }, requester, at);
  if (result.kind !== 'needs_sign_up') throw new Error('The address is somebody’s');
  return { email, requester, proof: result.proof };
}

const input = (proof: string, more: object = {}) =>
  SignUpInput.parse({ proof, full_name: 'Вера Ильина', consent_personal_data: true, ...more });
const finish = (typed: SignUpInput, requester = testRequester(), at = now) =>
  db.transaction().execute((db) => signUp(db, keys, typed, requester, at));

test('e-mail, code, name: the account exists, its e-mail is confirmed, and a session is open', async () => {
  const { email, requester, proof } = await provenNewcomer();
  const opened = await finish(input(proof, { full_name: '  Вера \n Ильина ' }), requester);
  const { rows } = await sql`
    select u.full_name, u.password_hash, c.value, c.purpose, c.confirmed_at is not null as is_confirmed, s.way
    from users u join contacts c on c.user_id = u.id join sessions s on s.user_id = u.id where u.id = ${opened.user_id}`.execute(
    db,
  );
  expect(rows).toEqual([
    { full_name: 'Вера Ильина', password_hash: null, value: email, purpose: 'main', is_confirmed: true, way: 'signup' },
  ]);
});

test('each consent is a row of its own with the version of its text, time and network address; the one for advertising only when ticked', async () => {
  const plain = await provenNewcomer();
  const generous = await provenNewcomer();
  const first = await finish(input(plain.proof), plain.requester);
  const second = await finish(input(generous.proof, { consent_advertising: true }), generous.requester);
  const { rows } = await sql`
    select c.user_id, p.slug, p.version, c.purpose, c.form, c.subject, host(c.address) as address, c.given_at
    from consents c join pages p on p.id = c.page_id where c.user_id in (${first.user_id}, ${second.user_id}) order by c.id`.execute(
    db,
  );
  const consent = (user_id: string, { email, requester }: typeof plain, purpose: string, slug: string) => {
    return {
      user_id,
      slug,
      version: 1,
      purpose,
      form: 'signup',
      subject: email,
      address: requester.address,
      given_at: now,
    };
  };
  expect(rows).toEqual([
    consent(first.user_id, plain, 'personal_data', 'consent-personal-data'),
    consent(second.user_id, generous, 'personal_data', 'consent-personal-data'),
    consent(second.user_id, generous, 'advertising', 'consent-advertising'),
  ]);
});

test('without the consent to personal data there is no account', () => {
  const { error } = SignUpInput.safeParse({ proof: 'x', full_name: 'Вера', consent_personal_data: false });
  expect(error?.issues[0]).toMatchObject({ path: ['consent_personal_data'], message: 'Обязательно для выбора' });
});

test('the ИНН of somebody who buys for a firm adds it, business prices closed; a firm that is here already is only asked', async () => {
  const [first, second] = [await provenNewcomer(), await provenNewcomer()];
  const owner = await finish(input(first.proof, { inn: ' 7707083893 ' }), first.requester);
  const other = await finish(input(second.proof, { inn: '7707083893' }), second.requester);
  const { rows } = await sql`
    select m.user_id, m.role, c.inn, c.activated_at from company_members m join companies c on c.id = m.company_id`.execute(
    db,
  );
  expect(rows).toEqual([{ user_id: owner.user_id, role: 'owner', inn: '7707083893', activated_at: null }]);
  const { rows: asked } = await sql`select user_id from company_requests`.execute(db);
  expect(asked).toEqual([{ user_id: other.user_id }]);
});

test('an impossible ИНН is named at its field; none is none', () => {
  const typed = { proof: 'x', full_name: 'Вера', consent_personal_data: true };
  expect(SignUpInput.safeParse({ ...typed, inn: '7707083894' }).error?.issues[0]?.path).toEqual(['inn']);
  expect(SignUpInput.parse({ ...typed, inn: '' }).inn).toBeUndefined();
});

test('the proof is good once and for thirty minutes', async () => {
  const [used, old] = [await provenNewcomer(), await provenNewcomer()];
  await finish(input(used.proof), used.requester, minutesLater(29));
  await expect(finish(input(used.proof), used.requester, minutesLater(29))).rejects.toMatchObject({
    code: 'link_expired',
  });
  await expect(finish(input(old.proof), old.requester, minutesLater(30))).rejects.toMatchObject({
    code: 'link_expired',
  });
  await expect(finish(input('A'.repeat(43)))).rejects.toMatchObject({ code: 'link_expired' });
});

test('an address that became an account meanwhile is signed in to, not doubled', async () => {
  const { email, requester, proof } = await provenNewcomer();
  const user = await makeUser(db, { email });
  expect((await finish(input(proof), requester)).user_id).toBe(user.id);
});

test('two sign-ups of one address at once make one account', async () => {
  const { email, requester, proof } = await provenNewcomer();
  const later = minutesLater(5);
  await requestSignInCode(db, keys, email, requester, later);
  const second = await signInByCode(db, keys, { email, auth_code: await lastCode(db, email) }, requester, later);
  const proofs = [proof, second.kind === 'needs_sign_up' ? second.proof : ''];
  await Promise.allSettled(proofs.map((one) => finish(input(one), requester, later)));
  const { rows } = await sql`select user_id from contacts where value = ${email}`.execute(db);
  expect(rows).toHaveLength(1);
});
